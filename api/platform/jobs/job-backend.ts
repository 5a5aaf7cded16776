import type { Processor, Queue, Worker } from 'bullmq';

/** What a job carries: ids only; its handler reads the state again. */
export type JobPayload = Readonly<Record<string, string>>;

/** Where jobs lie while they wait: BullMQ on a store of its own choice. */
export interface JobBackend {
  openQueue(): Queue;
  /** A worker that does not run yet. */
  openWorker(run: Processor<JobPayload>): Worker;
  /** From now on a lost connection is not opened again; without it a store that is away would hold the process. */
  giveUp(): void;
}

/** Name of the one queue of the platform. */
export const QUEUE = 'ready-room';

/**
 * Not running by itself: the library remembers a first connection that failed for ever, and its loop would then ask again
 * and again without ever letting anything else in the process run.
 */
export const WORKER_OPTIONS = {
  autorun: false,
  concurrency: 5,
  maxStalledCount: 3,
  /** After a lost connection; the library's own would be 15 s. */
  runRetryDelay: 1_000,
} as const;
