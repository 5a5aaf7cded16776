import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type CheckResult, ReadinessChecks } from '../ops/readiness-checks.js';
import { DatabaseClock } from './database-clock.js';

/** Largest tolerated skew of a worker. Beyond it, BullMQ would run jobs too early or take over those of other workers. */
const MAX_CLOCK_SKEW_MS = 2_000;
/** Time without a reading of the database's clock after which the node is not ready. */
const MAX_UNREAD_MS = 30_000;
const LOOK_EVERY_MS = 500;

/**
 * Keeps a node whose clock is wrong from leading and from running jobs, and reports it in readiness
 * (docs/architecture.md#clocks).
 */
@Injectable()
export class ClockGuard {
  constructor(
    private readonly clock: DatabaseClock,
    checks: ReadinessChecks,
  ) {
    checks.register('clock', async () => this.check());
  }

  /** True while the wall clock of this machine differs from the database's clock by more than two seconds. */
  get isWrong(): boolean {
    return Math.abs(this.clock.skewMs) > MAX_CLOCK_SKEW_MS;
  }

  /**
   * Runs the work while the clock is right, and aborts its signal while the clock is wrong.
   * @returns after `stopped` has aborted and the work has ended
   */
  async whileRight(stopped: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    while (!stopped.aborted) {
      if (this.isWrong) await pause(stopped);
      else {
        const wrong = new AbortController();
        const working = work(AbortSignal.any([stopped, wrong.signal]));
        await Promise.race([this.untilWrong(stopped), once(stopped, 'abort')]);
        wrong.abort();
        await working;
      }
    }
  }

  private async untilWrong(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted && !this.isWrong) await pause(stopped);
  }

  private check(): CheckResult {
    const { skewMs, unreadForMs } = this.clock;
    if (unreadForMs > MAX_UNREAD_MS) {
      return {
        status: 'down',
        detail: `the database's clock has been unknown for ${Math.round(unreadForMs / 1_000)} s`,
      };
    }
    if (!this.isWrong) return { status: 'up' };
    const off = `${Math.abs(skewMs / 1_000).toFixed(1)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's clock`;
    return { status: 'degraded', detail: `${off}: this node neither leads nor runs jobs` };
  }
}

const pause = (signal: AbortSignal): Promise<unknown> =>
  delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
