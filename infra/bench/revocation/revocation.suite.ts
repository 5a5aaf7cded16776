import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../../simulate/api-client.js';
import { LiveSocket } from '../../simulate/live-socket.js';
import { figure } from '../figure.js';
import type { Suite } from '../suite.js';

const TIMES = 10;
const LOOK_EVERY_MS = 10;
const GIVE_UP_AFTER_MS = 10_000;

interface Shut {
  readonly refused: number;
  readonly dropped: number;
}

/** Measures how long a user whose role was revoked still receives responses and live messages. */
export const revocation: Suite = {
  name: 'revocation',
  async run({ say, environment }) {
    const { fixture, start } = await environment();
    const platform = await start();
    try {
      const admin = new ApiClient(platform.url, fixture.accounts.systemAdmin);
      const shut: Shut[] = [];
      for (const account of fixture.accounts.watchers.slice(0, TIMES)) {
        shut.push(await demote(new ApiClient(platform.url, account), admin));
      }
      say(`${TIMES} administrators with an open page lost their role; longest time from the response to the change`);
      return [
        figure('a role taken away: refused over HTTP after', longest(shut.map(({ refused }) => refused)), 's', {
          atMost: 2,
        }),
        figure('a role taken away: socket dropped after', longest(shut.map(({ dropped }) => dropped)), 's', {
          atMost: 5,
        }),
      ];
    } finally {
      await platform.stop();
    }
  },
};

/** Restored afterwards, because other suites use the same users. */
async function demote(person: ApiClient, admin: ApiClient): Promise<Shut> {
  const token = await person.token();
  const live = new LiveSocket(person, { firstMs: 300, longestMs: 1_000 });
  live.socket.connect();
  await once(eventsOf(live), 'connect');
  const drop = once(eventsOf(live), 'disconnect', { signal: AbortSignal.timeout(GIVE_UP_AFTER_MS) }).then(() =>
    performance.now(),
  );
  await admin.send('PUT', `/api/users/${person.userId}/role/User`);
  const began = performance.now();
  const isRefused = async (): Promise<boolean> => {
    const answer = await fetch(`${person.url}/api/users?limit=1`, { headers: { 'x-auth-token': token } });
    await answer.arrayBuffer();
    return !answer.ok;
  };
  const [refused, droppedAt] = await Promise.all([secondsUntil(began, isRefused), drop]);
  live.close();
  await admin.send('PUT', `/api/users/${person.userId}/role/OrganizationAdmin`);
  return { refused, dropped: Math.max(0, droppedAt - began) / 1_000 };
}

async function secondsUntil(began: number, matches: () => Promise<boolean>): Promise<number> {
  for (;;) {
    const isOver = await matches();
    const took = performance.now() - began;
    if (isOver) return took / 1_000;
    if (took > GIVE_UP_AFTER_MS) throw new Error('A user without a role was not disconnected.');
    await pause(LOOK_EVERY_MS);
  }
}

const eventsOf = ({ socket }: LiveSocket): NodeJS.EventEmitter => socket as unknown as NodeJS.EventEmitter;

const longest = (seconds: readonly number[]): number => Math.max(...seconds);
