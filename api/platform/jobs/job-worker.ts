import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Queue, Worker } from 'bullmq';
import { withinTime } from '../within-time.js';
import { WORKER_OPTIONS } from './job-backend.js';

const CLOSE_WITHIN_MS = 1_500;

export interface JobWorkerOptions {
  open(): Worker;
  onError(error: unknown): void;
  readonly signal: AbortSignal;
}

/** Runs a worker until `signal` aborts. Resolves when it is closed, see {@link closeQuietly}. */
export async function runJobWorker({ open, onError, signal }: JobWorkerOptions): Promise<void> {
  const stopped = once(signal, 'abort');
  while (!signal.aborted) {
    const worker = open();
    worker.on('error', onError);
    try {
      await Promise.race([worker.waitUntilReady(), stopped]);
      if (!signal.aborted) {
        worker.run().catch(onError);
        await stopped;
      }
    } catch (error) {
      // A worker whose first connection failed never recovers, so the loop opens a new one.
      onError(error);
      await delay(WORKER_OPTIONS.runRetryDelay, undefined, { signal }).catch(() => undefined);
    }
    await closeQuietly(worker, onError);
  }
}

/** Closes a worker or queue. Disconnects it after 1.5 s, because without a connection it may close late or never. */
export async function closeQuietly(part: Worker | Queue, onError: (error: unknown) => void): Promise<void> {
  try {
    await withinTime(part.close(), CLOSE_WITHIN_MS);
  } catch (error) {
    onError(error);
    part.disconnect().catch(onError);
  }
}
