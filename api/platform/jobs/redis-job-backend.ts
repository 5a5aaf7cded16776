import { Queue, Worker } from 'bullmq';
import { type JobBackend, QUEUE, WORKER_OPTIONS } from './job-backend.js';

const connectTimeout = 2_000;
/** Whoever adds a job waits for it: without a connection it fails at once, on a silent one in time. */
const FAIL_FAST = {
  connectTimeout,
  commandTimeout: 4_500,
  // A connection that a firewall has dropped says nothing for ever: the next one may work.
  socketTimeout: 5_000,
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
};
/** A worker waits inside a command for the next job, ten seconds at most, and through any outage. */
const PATIENT = { connectTimeout, socketTimeout: 15_000, maxRetriesPerRequest: null };

/** Jobs in Redis; BullMQ loads ioredis when the first connection is opened. */
export function redisJobBackend(url: string): JobBackend {
  let over = false;
  const retryStrategy = (): number | null => (over ? null : WORKER_OPTIONS.runRetryDelay);
  return {
    openQueue: () => new Queue(QUEUE, { connection: { url, retryStrategy, ...FAIL_FAST } }),
    openWorker: (run) => new Worker(QUEUE, run, { connection: { url, retryStrategy, ...PATIENT }, ...WORKER_OPTIONS }),
    giveUp: () => {
      over = true;
    },
  };
}
