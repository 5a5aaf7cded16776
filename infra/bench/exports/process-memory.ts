import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
const PAGE_BYTES = 4_096;

/** Returns the resident memory of a process in megabytes. Only Linux reports it. */
export async function memoryOf(pid: number): Promise<number> {
  const [, resident] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
  return (Number(resident) * PAGE_BYTES) / 1e6;
}

/** Returns the maximum memory of a process during `work`. */
export async function peakMemoryDuring<Result>(pid: number, work: Promise<Result>): Promise<[Result, number]> {
  let done = false;
  const ended = work.finally(() => (done = true));
  let peak = 0;
  const isDone = (): boolean => done;
  while (!isDone()) {
    peak = Math.max(peak, await memoryOf(pid));
    await Promise.race([pause(LOOK_EVERY_MS), ended.catch(() => undefined)]);
  }
  return [await ended, peak];
}
