import { setTimeout as delay } from 'node:timers/promises';

/** A transaction of another spec on the same server may delay all readers, and a mail is claimed for at most a minute. */
const LONGEST_MS = 50_000;
const LOOK_EVERY_MS = 20;

/** Waits for a condition. @throws Error when it is still false after fifty seconds */
export async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LONGEST_MS;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error(`Waited ${LONGEST_MS} ms in vain`);
    await delay(LOOK_EVERY_MS);
  }
}
