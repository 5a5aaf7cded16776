import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import type { Clock } from '../clock.js';
import { retryWhileUnavailable } from './retry-while-unavailable.js';
import { onConnection } from './transaction.js';

const READ_EVERY_MS = 2_000;
/** Growth of a reading's error for each millisecond of its age: the fastest correction that a machine makes to its clocks. */
const DRIFT = 0.000_5;
/** Corrections below it never turn the time back. A larger one is a step of the database's clock, which the time follows. */
const STEP_MS = 1_000;

/** At `atMs` of this process's monotonic clock, the database's clock showed `timeMs`. The true time differs by at most `errorMs`. */
export interface ClockReading {
  readonly timeMs: number;
  readonly atMs: number;
  readonly errorMs: number;
}

/** Reads the database's clock, assuming that the database answers halfway through the round trip. */
async function readDatabaseTime(client: ClientBase): Promise<ClockReading> {
  const asked = performance.now();
  const { rows } = await client.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
  const errorMs = (performance.now() - asked) / 2;
  return { timeMs: Number(rows[0]!.ms), atMs: asked + errorMs, errorMs };
}

/**
 * The clock of the database, read every two seconds. In between, the monotonic clock of this process continues it. A wrong wall
 * clock of the machine, or a step of it, therefore does not change the time.
 */
export class DatabaseClock implements Clock {
  private readonly stopped = new AbortController();
  private latestMs = 0;
  private readAtMs: number;

  /** @param monotonicMs the monotonic clock; only tests pass another one */
  constructor(
    private reading: ClockReading,
    private readonly monotonicMs = () => performance.now(),
  ) {
    this.readAtMs = reading.atMs;
  }

  /** Returns a clock that reads the database's clock until {@link stop}. @throws the error of the database after 20 s without it */
  static async start(pool: Pool): Promise<DatabaseClock> {
    const read = () => onConnection(pool, readDatabaseTime);
    const clock = new DatabaseClock(await retryWhileUnavailable(read));
    void clock.keepReading(read);
    return clock;
  }

  stop(): void {
    this.stopped.abort();
  }

  now(): Date {
    const timeMs = this.timeAt(this.monotonicMs());
    const isSmallStepBack = timeMs < this.latestMs && this.latestMs - timeMs < STEP_MS;
    if (!isSmallStepBack) this.latestMs = timeMs;
    return new Date(this.latestMs);
  }

  /** This machine's wall clock minus the database's, in milliseconds. */
  get skewMs(): number {
    return Math.round(Date.now() - this.timeAt(this.monotonicMs()));
  }

  /** Time since the last reading. Until the next one, a step of the database's clock is unknown. */
  get unreadForMs(): number {
    return this.monotonicMs() - this.readAtMs;
  }

  /** Takes the reading, unless the previous one is still more exact and does not contradict it. */
  add(reading: ClockReading): void {
    this.readAtMs = reading.atMs;
    const errorMs = this.reading.errorMs + (reading.atMs - this.reading.atMs) * DRIFT;
    const contradicts = Math.abs(reading.timeMs - this.timeAt(reading.atMs)) > reading.errorMs + errorMs;
    if (contradicts || reading.errorMs <= errorMs) this.reading = reading;
  }

  private timeAt(monotonicMs: number): number {
    return this.reading.timeMs + monotonicMs - this.reading.atMs;
  }

  private async keepReading(read: () => Promise<ClockReading>): Promise<void> {
    const { signal } = this.stopped;
    for (;;) {
      await delay(READ_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      // An unreachable database says nothing about the time. Readiness reports when it lasts.
      await read().then(
        (reading) => this.add(reading),
        () => undefined,
      );
    }
  }
}
