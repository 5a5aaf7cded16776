import { Injectable, Logger } from '@nestjs/common';
import { withinTime } from '../within-time.js';
import { FaultLog } from './fault-log.js';
import { Metrics } from './metrics.js';

const READ_WITHIN_MS = 1_000;
/** Whoever asks more often gets what was read last: a scrape and ten open pages are one question. */
const KNOWN_FOR_MS = 1_000;

/** What waits in a queue and is due. */
export interface QueueDepth {
  readonly waiting: number;
  /** Age of what waits the longest, 0 when nothing does; null where the queue does not tell. */
  readonly oldestSeconds: number | null;
}

/** A queue by its name; `depth` null: it did not answer in time. */
export interface KnownQueue {
  readonly queue: string;
  readonly depth: QueueDepth | null;
}

/** The places where work waits, whoever keeps them. */
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

  /** Every queue within a second; never throws. */
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
