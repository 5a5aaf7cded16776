import { setTimeout as pause } from 'node:timers/promises';
import type { FaultProxy } from '../../../api/testing/fault-proxy.js';
import { type Figure, figure } from '../../bench/figure.js';
import type { PreparedClass } from '../../simulate/prepare-class.js';
import type { ScoreLoad } from './score-load.js';
import { untilScores } from './under-fault.js';

/** Scores that must be acknowledged before an outage counts as over. */
export const SEVERAL_NODES = 5;
const SLOW_MS = 150;

/** Time for scores to be acknowledged after the outage, without a restart. */
export async function recovered(load: ScoreLoad): Promise<number> {
  const began = performance.now();
  await untilScores(load, SEVERAL_NODES);
  return (performance.now() - began) / 1_000;
}

/** Interrupts the storage in each way in turn, while a class plays and other users read. */
export async function runOutages(
  proxy: FaultProxy,
  load: ScoreLoad,
  { url, played }: { url: string; played: PreparedClass },
): Promise<Figure[]> {
  let isOver = false;
  const looking = lookAround(url, played, () => isOver);
  const took: number[] = [];
  const heal = async (): Promise<void> => {
    await proxy.heal();
    took.push(await recovered(load));
  };
  try {
    proxy.slow(SLOW_MS);
    await pause(2_000);
    await heal();
    await proxy.refuse();
    await pause(2_500);
    await heal();
    proxy.silence();
    await pause(5_500);
    await heal();
    proxy.mute();
    await pause(2_500);
    await heal();
    proxy.cut();
    await heal();
  } finally {
    isOver = true;
    await looking;
  }
  return [figure('longest recovery', Math.max(...took), 's', { atMost: 15 })];
}

/** Other users read as well, at their own pace. */
async function lookAround(url: string, played: PreparedClass, isOver: () => boolean): Promise<void> {
  const paths = [
    '/api/groups',
    '/api/users/me/groups',
    `/api/sessions/${played.sessionId}`,
    '/config.json',
    '/health/live',
  ];
  const headers = { 'x-auth-token': await played.instructor.token() };
  const wrong = { method: 'POST', body: '{"username":"nobody","password":"wrong_1#"}' };
  const json = { 'content-type': 'application/json' };
  while (!isOver()) {
    const signal = AbortSignal.timeout(10_000);
    const asked = paths.map((path) => fetch(url + path, { headers, signal }));
    const signIn = fetch(`${url}/api/auth/session`, { ...wrong, headers: json, signal });
    await Promise.allSettled([...asked, signIn].map(async (answer) => (await answer).text()));
    await pause(500);
  }
}
