import type { Queue } from 'bullmq';
import { closeQuietly } from './job-worker.js';

/**
 * The queue of jobs, opened at its first use. Opened again after a failed connection, because BullMQ keeps the failure of a first
 * connection forever.
 */
export class JobQueue {
  private queue: Queue | undefined;

  constructor(
    private readonly open: () => Queue,
    private readonly onError: (error: unknown) => void,
  ) {}

  /**
   * Returns the queue when its store responds. While Redis is unreachable, waits until it is back.
   * @throws the driver's error when PostgreSQL is unreachable
   */
  async ready(): Promise<Queue> {
    const queue = (this.queue ??= this.openOne());
    try {
      await queue.waitUntilReady();
      return queue;
    } catch (error) {
      // Only the first of several waiting callers closes the queue.
      if (this.queue === queue) {
        this.queue = undefined;
        void closeQuietly(queue, this.onError);
      }
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.queue) await closeQuietly(this.queue, this.onError);
  }

  private openOne(): Queue {
    const queue = this.open();
    queue.on('error', this.onError);
    return queue;
  }
}
