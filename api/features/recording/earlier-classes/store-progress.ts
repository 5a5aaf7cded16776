import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Leadership } from '../../../platform/eventsourcing/projecting/leadership.js';
import { repeatedly } from '../../../platform/live/repeatedly.js';
import { FaultLog } from '../../../platform/ops/fault-log.js';
import { StoredProgress } from './stored-progress.js';

const EVERY_MS = 60_000;
const CLASSES_A_TURN = 20;

/**
 * Stores the progress of each class after its end, on the leader. It searches for classes without stored progress instead of reacting to
 * events, so that classes from before an upgrade and after a restore are included.
 */
@Injectable()
export class StoreProgress implements OnModuleInit {
  private readonly faults = new FaultLog(new Logger(StoreProgress.name));

  constructor(
    private readonly progress: StoredProgress,
    private readonly leadership: Leadership,
  ) {}

  onModuleInit(): void {
    const onError = (error: unknown): void => this.faults.report(error);
    this.leadership.addTask((_epoch, signal) => repeatedly(EVERY_MS, signal, () => this.sweep(signal), onError));
  }

  async sweep(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const stored = await this.progress.storeDue(CLASSES_A_TURN);
      if (stored < CLASSES_A_TURN || signal?.aborted) break;
    }
    await this.progress.deleteOfDeletedCourses();
  }
}
