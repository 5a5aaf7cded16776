import type { Processor, Queue, Worker } from 'bullmq';

/** Data of a job: only ids. Its handler reads the current state. */
export type JobPayload = Readonly<Record<string, string>>;

/** Store of jobs: BullMQ on PostgreSQL or Redis. */
export interface JobBackend {
  openQueue(): Queue;
  /** Opens a worker without starting it. */
  openWorker(run: Processor<JobPayload>): Worker;
  /** Stops reconnecting. Otherwise an unreachable store would keep the process from exiting. */
  giveUp(): void;
}

/** Name of the platform's only queue. */
export const QUEUE = 'ready-room';

/**
 * Options of every worker. Without `autorun`, because BullMQ keeps the failure of a first connection forever. Its loop would then
 * retry without a pause and block the event loop.
 */
export const WORKER_OPTIONS = {
  autorun: false,
  concurrency: 5,
  maxStalledCount: 3,
  /** Delay after a lost connection, in ms. BullMQ's default is 15 s. */
  runRetryDelay: 1_000,
} as const;
