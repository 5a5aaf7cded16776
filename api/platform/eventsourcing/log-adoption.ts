import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { retryWhileUnavailable } from '../database/retry-while-unavailable.js';
import { isTransientStartFailure } from '../failures.js';
import { FaultLog } from '../ops/fault-log.js';
import { LogUnavailable } from './kurrentdb/log-unavailable.js';
import type { Log } from './log.js';

const LOOK_EVERY_MS = 1_000;

type Step = () => Promise<void>;

/**
 * Runs the steps of the start that need the log. While a log in KurrentDB does not answer, the start continues without them: the node serves
 * reads, and the steps run in their order as soon as the log answers. Settings or a log that a start would refuse then end the process.
 */
@Injectable()
export class LogAdoption implements OnModuleDestroy {
  private readonly logger = new Logger(LogAdoption.name);
  private readonly faults = new FaultLog(this.logger);
  private readonly stopped = new AbortController();
  private readonly pending: Step[] = [];
  private readonly listeners: (() => void)[] = [];
  private adopted = false;

  /** @param isAway true when the start has just found that the log does not answer, so that it is not asked again at once */
  constructor(
    private readonly log: Pick<Log, 'findOutage'>,
    private readonly isAway: boolean,
  ) {}

  /**
   * Allows the use of the log only once it is known to be the one that this database belongs to.
   * @throws LogUnavailable
   */
  assertAdopted(): void {
    if (!this.adopted) throw new LogUnavailable('it did not answer when this node started.');
  }

  /** Calls `listener` when the log is adopted, or now. */
  onAdopted(listener: () => void): void {
    if (this.adopted) listener();
    else this.listeners.push(listener);
  }

  /** Runs the step that checks the log and opens it to all others. */
  async adopt(check: Step): Promise<void> {
    const step = async (): Promise<void> => {
      await check();
      this.adopted = true;
      for (const listener of this.listeners.splice(0)) listener();
    };
    if (this.isAway || !(await retryWhileUnavailable(() => this.attempt(step)))) this.postpone(step);
  }

  /** Runs a step that needs the adopted log. It must be safe to run again. */
  async run(step: Step): Promise<void> {
    if (!this.adopted || !(await retryWhileUnavailable(() => this.attempt(step)))) this.postpone(step);
  }

  onModuleDestroy(): void {
    this.stopped.abort();
  }

  /** Returns false when the step needs a log that does not answer. */
  private async attempt(step: Step): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      return false;
    }
  }

  private postpone(step: Step): void {
    this.pending.push(step);
    // A rejection stays unhandled on purpose: it ends the process, as it would have ended the start.
    if (this.pending.length === 1) void this.runPending();
  }

  private async runPending(): Promise<void> {
    const { signal } = this.stopped;
    this.logger.warn('The event log does not answer: reads are served until it does.');
    while (this.pending.length > 0) {
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      try {
        if (!signal.aborted && (await this.isAnswering()) && (await this.attempt(this.pending[0]!)))
          this.pending.shift();
      } catch (error) {
        if (!signal.aborted && !isTransientStartFailure(error)) throw error;
      }
      if (signal.aborted) return;
    }
    this.logger.log('The event log answers: the start is complete.');
  }

  private async isAnswering(): Promise<boolean> {
    const outage = await this.log.findOutage?.();
    if (outage) this.faults.warn(outage);
    return outage === undefined;
  }
}
