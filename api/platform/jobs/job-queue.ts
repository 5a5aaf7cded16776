import type { Queue } from 'bullmq';
import { letGo } from './job-worker.js';

/**
 * The queue of jobs: opened when somebody asks for it, and opened anew when its store was away at that moment, as the library
 * remembers a first connection that failed for ever.
 */
export class JobQueue {
  private queue: Queue | undefined;

  constructor(
    private readonly open: () => Queue,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Resolves once the store answers; while Redis is away, not before it is back. @throws what PostgreSQL says when it is away */
  async ready(): Promise<Queue> {
    const queue = (this.queue ??= this.openOne());
    try {
      await queue.waitUntilReady();
      return queue;
    } catch (error) {
      // Of several who waited for it, one lets go.
      if (this.queue === queue) {
        this.queue = undefined;
        void letGo(queue, this.onError);
      }
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.queue) await letGo(this.queue, this.onError);
  }

  private openOne(): Queue {
    const queue = this.open();
    queue.on('error', this.onError);
    return queue;
  }
}
