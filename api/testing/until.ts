import { setTimeout as delay } from 'node:timers/promises';

const LONGEST_MS = 20_000;
const LOOK_EVERY_MS = 20;

/** Waits for a condition. @throws Error when it has not come true after twenty seconds. */
export async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LONGEST_MS;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error(`Waited ${LONGEST_MS} ms in vain`);
    await delay(LOOK_EVERY_MS);
  }
}
