import { Queue, Worker } from 'bullmq';
import { type JobBackend, QUEUE, WORKER_OPTIONS } from './job-backend.js';

const connectTimeout = 2_000;
/** Options for adding jobs, while callers wait: fail immediately without a connection, and after a timeout on a silent one. */
const FAIL_FAST = {
  connectTimeout,
  commandTimeout: 4_500,
  // A connection dropped by a firewall stays silent forever. A new one may work.
  socketTimeout: 5_000,
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
};
/** Options of workers: they block inside a command for up to ten seconds while they wait for jobs, and reconnect after any outage. */
const PATIENT = { connectTimeout, socketTimeout: 15_000, maxRetriesPerRequest: null };

/** Returns the store of jobs in Redis. BullMQ loads ioredis when it opens the first connection. */
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
