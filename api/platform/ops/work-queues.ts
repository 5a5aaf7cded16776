import { Injectable, Logger } from '@nestjs/common';
import { withinTime } from '../within-time.js';
import { FaultLog } from './fault-log.js';
import { Metrics } from './metrics.js';

const READ_WITHIN_MS = 1_000;
/** Time for which a reading is reused, so that a scrape and ten open pages share one. */
const KNOWN_FOR_MS = 1_000;

/** The due entries of a queue. */
export interface QueueDepth {
  readonly waiting: number;
  /** Age of the oldest entry; 0 when the queue is empty, null when the queue does not provide it. */
  readonly oldestSeconds: number | null;
}

/** A queue by its name. `depth` is null when the queue did not respond in time. */
export interface KnownQueue {
  readonly queue: string;
  readonly depth: QueueDepth | null;
}

/** The queues of all parts of the platform. */
@Injectable()
export class WorkQueues {
  private readonly faults = new FaultLog(new Logger(WorkQueues.name));
  private readonly queues = new Map<string, () => Promise<QueueDepth>>();
  private reading: Promise<readonly KnownQueue[]> | undefined;
  private readAt = -Infinity;

  constructor(metrics: Metrics) {
    metrics.gauge('ready_room_queue_waiting', async (gauge) => {
      gauge.reset();
      for (const { queue, depth } of await this.read()) if (depth) gauge.set({ queue }, depth.waiting);
    });
    metrics.gauge('ready_room_queue_oldest_seconds', async (gauge) => {
      gauge.reset();
      for (const { queue, depth } of await this.read()) {
        if (depth && depth.oldestSeconds !== null) gauge.set({ queue }, depth.oldestSeconds);
      }
    });
  }

  register(queue: string, read: () => Promise<QueueDepth>): void {
    this.queues.set(queue, read);
  }

  /** Returns every queue, within a second. Never rejects. */
  read(): Promise<readonly KnownQueue[]> {
    if (this.reading && performance.now() - this.readAt < KNOWN_FOR_MS) return this.reading;
    this.readAt = performance.now();
    this.reading = Promise.all(
      [...this.queues].map(async ([queue, read]) => ({ queue, depth: await this.depthOf(read) })),
    );
    return this.reading;
  }

  private async depthOf(read: () => Promise<QueueDepth>): Promise<QueueDepth | null> {
    try {
      return await withinTime(read(), READ_WITHIN_MS);
    } catch (error) {
      this.faults.report(error);
      return null;
    }
  }
}
