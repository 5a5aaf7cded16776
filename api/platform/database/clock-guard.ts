import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { type CheckResult, ReadinessChecks } from '../ops/readiness-checks.js';
import { compareClocks, isWrong } from './clock-skew.js';
import { POOL } from './pool.js';

const LOOK_EVERY_MS = 2_000;

/**
 * Keeps a node whose clock is wrong from leading and from running jobs, and reports it in readiness
 * (docs/architecture.md#clocks).
 */
@Injectable()
export class ClockGuard {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    checks: ReadinessChecks,
  ) {
    checks.register('clock', () => this.check());
  }

  /**
   * Runs the work while the clock is right, and aborts its signal while the clock is wrong.
   * @returns after `stopped` has aborted and the work has ended
   */
  async whileRight(stopped: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    while (!stopped.aborted) {
      if ((await this.compareClocks()) === 'right') {
        const wrong = new AbortController();
        const working = work(AbortSignal.any([stopped, wrong.signal]));
        await Promise.race([this.untilWrong(stopped), once(stopped, 'abort')]);
        wrong.abort();
        await working;
      } else await pause(stopped);
    }
  }

  private async untilWrong(stopped: AbortSignal): Promise<void> {
    // An unreachable database says nothing about the clock.
    while (!stopped.aborted && (await this.compareClocks()) !== 'wrong') await pause(stopped);
  }

  private async compareClocks(): Promise<'right' | 'wrong' | 'unknown'> {
    try {
      return isWrong((await compareClocks(this.pool)).skewMs) ? 'wrong' : 'right';
    } catch {
      return 'unknown';
    }
  }

  private async check(): Promise<CheckResult> {
    const { skewMs } = await compareClocks(this.pool);
    if (!isWrong(skewMs)) return { status: 'up' };
    const off = `${Math.abs(skewMs / 1_000).toFixed(1)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's clock`;
    return { status: 'degraded', detail: `${off}: this node neither leads nor runs jobs` };
  }
}

const pause = (signal: AbortSignal): Promise<unknown> =>
  delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
