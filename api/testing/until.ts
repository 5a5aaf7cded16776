import { setTimeout as delay } from 'node:timers/promises';

/** Another spec's transaction on the same server may hold every reader up, and a mail is claimed for a minute at most. */
const LONGEST_MS = 50_000;
const LOOK_EVERY_MS = 20;

/** Waits for a condition. @throws Error when it has not come true after fifty seconds. */
export async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LONGEST_MS;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error(`Waited ${LONGEST_MS} ms in vain`);
    await delay(LOOK_EVERY_MS);
  }
}
