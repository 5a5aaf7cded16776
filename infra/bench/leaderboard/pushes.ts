import { setTimeout as pause } from 'node:timers/promises';
import type { LiveLeaderboard } from '../../../api/contracts/leaderboard.contract.js';
import { inParallel } from '../../../api/platform/in-parallel.js';
import { ApiClient } from '../../simulate/api-client.js';
import { AttemptLedger } from '../../simulate/attempt-ledger.js';
import { LiveWatcher } from '../../simulate/live-watcher.js';
import { playClass } from '../../simulate/play-class.js';
import { prepareClass } from '../../simulate/prepare-class.js';
import { type Figure, figure } from '../figure.js';
import type { Competition } from './competition.js';

/** The platform allows ten sockets per user. */
const SOCKETS_PER_ACCOUNT = 10;
/** The platform admits a hundred handshakes per second. */
const SOCKETS_AT_ONCE = 50;
const RATE = 200;
const SECONDS = 15;
const ARRIVAL_MS = 2_000;
/** The topic sends at most two messages per second. */
const MOST_PER_SECOND = 2.2;

/** Measures the messages to each watcher while the class plays. */
export async function measurePushes(
  url: string,
  { instructor, players, watchers, sessionId }: Competition,
  say: (line: string) => void,
): Promise<Figure[]> {
  const prepared = await prepareClass(url, { instructor, students: players });
  const received = { messages: 0, bytes: 0 };
  const sockets = await openWatchers(url, watchers, sessionId, (rows) => {
    received.messages += 1;
    received.bytes += Buffer.byteLength(JSON.stringify(rows));
  });
  Object.assign(received, { messages: 0, bytes: 0 });
  const ledger = new AttemptLedger();
  await playClass(prepared, { rate: RATE, seconds: SECONDS }, ledger);
  await pause(ARRIVAL_MS);
  for (const socket of sockets) socket.close();
  const perSecond = (count: number): number => count / sockets.length / (SECONDS + ARRIVAL_MS / 1_000);
  say(`${sockets.length} watchers, ${Math.round(ledger.submitted / SECONDS)} scores/s for ${SECONDS} s`);
  return [
    figure('leaderboard messages to each watcher', perSecond(received.messages), '/s', { atMost: MOST_PER_SECOND }),
    figure('  bytes to each watcher', perSecond(received.bytes) / 1_000, 'kB/s'),
    figure('  bytes to all watchers', (perSecond(received.bytes) * sockets.length) / 1e6, 'MB/s'),
  ];
}

type Rows = ConstructorParameters<typeof LiveWatcher<LiveLeaderboard>>[3];

async function openWatchers(
  url: string,
  accounts: Competition['watchers'],
  sessionId: string,
  onRows: Rows,
): Promise<LiveWatcher<LiveLeaderboard>[]> {
  const clients = accounts.map((account) => new ApiClient(url, account));
  await inParallel(4, clients, (client) => client.token());
  const wanted = clients.flatMap((client) => Array.from({ length: SOCKETS_PER_ACCOUNT }, () => client));
  const sockets: LiveWatcher<LiveLeaderboard>[] = [];
  for (let nth = 0; nth < wanted.length; nth += SOCKETS_AT_ONCE) {
    const next = wanted
      .slice(nth, nth + SOCKETS_AT_ONCE)
      .map((client) => new LiveWatcher<LiveLeaderboard>(client, 'leaderboard', sessionId, onRows));
    await Promise.all(next.map((socket) => socket.start()));
    sockets.push(...next);
    await pause(1_000);
  }
  return sockets;
}
