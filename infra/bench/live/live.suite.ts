import { setTimeout as pause } from 'node:timers/promises';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { LiveRow } from '../../../api/contracts/live.contract.js';
import { ApiClient } from '../../simulate/api-client.js';
import { AttemptLedger } from '../../simulate/attempt-ledger.js';
import { inParallel } from '../../../api/platform/in-parallel.js';
import { LiveWatcher } from '../../simulate/live-watcher.js';
import { percentile } from '../../simulate/percentile.js';
import { playClass } from '../../simulate/play-class.js';
import { prepareClass } from '../../simulate/prepare-class.js';
import type { Fixture } from '../environment/fixture.js';
import { figure } from '../figure.js';
import type { Suite } from '../suite.js';

/** The platform allows ten sockets per user. */
const SOCKETS_PER_ACCOUNT = 10;
/** The platform admits a hundred handshakes per second. */
const SOCKETS_AT_ONCE = 50;
const RATE = 200;
const SECONDS = 20;
const ARRIVAL_MS = 3_000;

/** Measures from the POST of a score to the socket of the last of 500 watchers of the gradebook. */
export const live: Suite = {
  name: 'live',
  async run({ say, environment }) {
    const { fixture, start } = await environment();
    const platform = await start();
    const { liveInstructor, players } = fixture.accounts;
    try {
      const prepared = await prepareClass(platform.url, { instructor: liveInstructor, students: players });
      const ledger = new AttemptLedger();
      const watchers = await openWatchers(platform.url, prepared.sessionId, fixture, ledger);
      await playClass(prepared, { rate: RATE, seconds: SECONDS }, ledger);
      await pause(ARRIVAL_MS);
      for (const watcher of watchers) watcher.close();
      const { latencies, submitted, acknowledged, seen } = ledger;
      say(
        `POST to socket: ${watchers.length} watchers of ${fixture.accounts.watchers.length} accounts, ${Math.round(submitted / SECONDS)} scores/s for ${SECONDS} s, ` +
          `measured at the last watcher; ${acknowledged.length} acknowledged, ${seen} seen; clients on the same cores`,
      );
      return [
        figure('POST to socket, p50', percentile(latencies, 50)!, 'ms', { atMost: 200 }),
        figure('POST to socket, p99', percentile(latencies, 99)!, 'ms', { atMost: 500 }),
      ];
    } finally {
      await platform.stop();
    }
  },
};

/** Sockets receive messages in the order of their connection. The last one updates the ledger. */
async function openWatchers(url: string, sessionId: string, { accounts }: Fixture, ledger: AttemptLedger) {
  const clients = accounts.watchers.map((account) => new ApiClient(url, account));
  await inParallel(4, clients, (client) => client.token());
  const open = (
    client: ApiClient,
    onRows: (rows: readonly LiveRow<GradebookRow>[]) => void,
  ): LiveWatcher<GradebookRow> => new LiveWatcher<GradebookRow>(client, 'gradebook', sessionId, onRows);
  const silent = clients.flatMap((client) => Array.from({ length: SOCKETS_PER_ACCOUNT }, () => client)).slice(1);
  const watchers: LiveWatcher<GradebookRow>[] = [];
  for (let nth = 0; nth < silent.length; nth += SOCKETS_AT_ONCE) {
    const next = silent.slice(nth, nth + SOCKETS_AT_ONCE).map((client) => open(client, () => undefined));
    await Promise.all(next.map((watcher) => watcher.start()));
    watchers.push(...next);
    await pause(1_000);
  }
  const last = open(clients[0]!, (rows) => {
    const now = performance.now();
    for (const { key, value } of rows) if (value?.kind === 'cell') ledger.sawCell(key, value, now);
  });
  await last.start();
  return [...watchers, last];
}
