import { setTimeout as pause } from 'node:timers/promises';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { LiveRow } from '../../../api/contracts/live.contract.js';
import { inParallel } from '../../../api/platform/in-parallel.js';
import { ApiClient } from '../../simulate/api-client.js';
import { AttemptLedger } from '../../simulate/attempt-ledger.js';
import { LivePoller } from '../../simulate/live-poller.js';
import { LiveWatcher } from '../../simulate/live-watcher.js';
import { percentile } from '../../simulate/percentile.js';
import { playClass } from '../../simulate/play-class.js';
import { type PreparedClass, prepareClass } from '../../simulate/prepare-class.js';
import { cpuTimeOf } from '../environment/cpu-time.js';
import type { PlatformProcess } from '../environment/platform-process.js';
import { comparison, figure } from '../figure.js';
import type { Suite } from '../suite.js';

/** The platform allows ten polls or sockets per user, and admits forty handshakes per second from one address. */
const PER_ACCOUNT = 10;
const WATCHERS = 200;
const AT_ONCE = 20;
const RATE = 20;
const SECONDS = 20;
const ARRIVAL_MS = 3_000;

interface Watcher {
  start(): Promise<void>;
  close(): void;
}
type OnRows = (rows: readonly LiveRow<GradebookRow>[]) => void;
type Open = (client: ApiClient, onRows: OnRows) => Watcher;

/** Measures the cost of 200 polling watchers of a gradebook, compared with 200 sockets, while a class plays. */
export const polling: Suite = {
  name: 'polling',
  async run({ say, environment }) {
    const { fixture, start } = await environment();
    const platform = await start();
    const { liveInstructor, players, watchers } = fixture.accounts;
    try {
      const prepared = await prepareClass(platform.url, { instructor: liveInstructor, students: players });
      const { sessionId } = prepared;
      const clients = watchers.slice(0, WATCHERS / PER_ACCOUNT).map((account) => new ApiClient(platform.url, account));
      await inParallel(4, clients, (client) => client.token());
      const watched = (open: Open) => watch(platform, prepared, clients, open);
      const sockets = await watched((client, onRows) => new LiveWatcher(client, 'gradebook', sessionId, onRows));
      const polls = await watched((client, onRows) => new LivePoller(client, 'gradebook', sessionId, onRows));
      say(
        `${WATCHERS} watchers, ${RATE} scores/s for ${SECONDS} s: sockets saw ${sockets.seen}, polls ${polls.seen} scores; ` +
          `each socket received ${sockets.news.toPrecision(2)} messages per second, each poller ${polls.news.toPrecision(2)} responses`,
      );
      const peer = { name: '200 sockets', value: sockets.cpu };
      return [
        comparison('processor of the node, 200 polling watchers', polls.cpu, 'ms/s', peer),
        figure('POST to 200 sockets, p50', sockets.p50, 'ms'),
        figure('POST to 200 sockets, p95', sockets.p95, 'ms'),
        figure('POST to 200 polls, p50', polls.p50, 'ms'),
        figure('POST to 200 polls, p95', polls.p95, 'ms', { atMost: 1_500 }),
      ];
    } finally {
      await platform.stop();
    }
  },
};

/** Plays while all of them watch. The last one updates the ledger. Returns processor time in milliseconds per second. */
async function watch(
  platform: PlatformProcess,
  prepared: PreparedClass,
  clients: readonly ApiClient[],
  open: Open,
): Promise<{ cpu: number; p50: number; p95: number; seen: number; news: number }> {
  const ledger = new AttemptLedger();
  const silent = clients.flatMap((client) => Array.from({ length: PER_ACCOUNT }, () => client)).slice(1);
  const watchers = silent.map((client) => open(client, () => undefined));
  for (let nth = 0; nth < watchers.length; nth += AT_ONCE) {
    await Promise.all(watchers.slice(nth, nth + AT_ONCE).map((watcher) => watcher.start()));
    await pause(1_000);
  }
  let news = 0;
  const last = open(clients[0]!, (rows) => {
    const now = performance.now();
    news += 1;
    for (const { key, value } of rows) if (value?.kind === 'cell') ledger.sawCell(key, value, now);
  });
  await last.start();
  const [before, began] = [await cpuTimeOf(platform.pid), performance.now()];
  await playClass(prepared, { rate: RATE, seconds: SECONDS }, ledger);
  const cpu = ((await cpuTimeOf(platform.pid)) - before) / ((performance.now() - began) / 1_000);
  await pause(ARRIVAL_MS);
  for (const watcher of [...watchers, last]) watcher.close();
  const { latencies, seen } = ledger;
  return { cpu, p50: percentile(latencies, 50)!, p95: percentile(latencies, 95)!, seen, news: news / SECONDS };
}
