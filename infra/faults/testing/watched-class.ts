import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, figure } from '../../bench/figure.js';
import type { ClassAccounts } from '../../simulate/accounts.js';
import type { AttemptLedger } from '../../simulate/attempt-ledger.js';
import { type SimulationResult, simulateClass } from '../../simulate/simulate-class.js';

const RATE = 10;
/** Longer than any drill. */
const LONGEST_SECONDS = 7_200;
/** Results that must be acknowledged and shown before a fault counts as over. */
const ENOUGH = 30;
const OVER_WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 100;

/** A class that plays until it is ended, and measures the effects of each fault on it. */
export class WatchedClass {
  private readonly over = new AbortController();
  private ledger: AttemptLedger | undefined;
  private result!: Promise<SimulationResult>;
  private longestPauseMs = 0;
  private lastAt = performance.now();
  private lastCount = 0;

  private constructor(private readonly url: string) {}

  /** Resolves when the first results are shown. */
  static async start(url: string, accounts: ClassAccounts): Promise<WatchedClass> {
    const watched = new WatchedClass(url);
    watched.result = simulateClass({
      url,
      accounts,
      rate: RATE,
      seconds: LONGEST_SECONDS,
      isOver: () => watched.over.signal.aborted,
      onProgress: (ledger) => watched.note(ledger),
    });
    // `end` reports its failure.
    watched.result.catch(() => undefined);
    // A class that cannot start ends the waiting.
    await Promise.race([watched.shown(ENOUGH), watched.result]);
    return watched;
  }

  /** Ids of the acknowledged results. */
  get acknowledged(): readonly string[] {
    return this.ledger?.acknowledged ?? [];
  }

  /** Causes a fault and waits until new results are shown. Returns its effects on students and the instructor. */
  async through(harm: () => Promise<void>, atMost: number): Promise<Figure[]> {
    const { latencies } = this.ledger!;
    const before = latencies.length;
    this.longestPauseMs = 0;
    await harm();
    await this.shown(this.acknowledged.length + ENOUGH);
    const slowest = Math.max(...latencies.slice(before)) / 1_000;
    return [
      figure('longest time without an acknowledged result', this.longestPauseMs / 1_000, 's', { atMost }),
      figure('slowest result, from POST to gradebook', slowest, 's', { atMost }),
    ];
  }

  async end(): Promise<SimulationResult> {
    this.over.abort();
    return this.result;
  }

  private note(ledger: AttemptLedger): void {
    this.ledger = ledger;
    const [count, now] = [ledger.acknowledged.length, performance.now()];
    this.longestPauseMs = Math.max(this.longestPauseMs, now - this.lastAt);
    if (count === this.lastCount) return;
    [this.lastCount, this.lastAt] = [count, now];
  }

  /** Waits until this many results have been acknowledged and shown. */
  private async shown(count: number): Promise<void> {
    const givesUpAt = performance.now() + OVER_WITHIN_MS;
    while ((this.ledger?.seen ?? 0) < count) {
      if (performance.now() > givesUpAt)
        throw new Error(`${this.url}: only ${this.ledger?.seen ?? 0} of ${count} results were shown.`);
      await pause(LOOK_EVERY_MS);
    }
  }
}
