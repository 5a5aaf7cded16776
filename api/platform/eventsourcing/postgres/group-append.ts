import pg from 'pg';
import { isTransientFailure } from '../../failures.js';
import { DomainError } from '../../domain-error.js';
import { type AppendResult, VersionConflict } from '../event-store.js';
import { appendAtHead, appendFirstEvents, type AppendOutcome, type PendingAppend } from './append-statements.js';

interface QueuedAppend extends PendingAppend {
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

/** Rows of one statement. More rows delay every append of the group, fewer waste round trips. */
const MAX_GROUP = 64;
/** Concurrent statements: one commits while the next is being written. */
const MAX_IN_FLIGHT = 3;
/** From this number on, waiting appends are divided into two statements. Below it, a second statement costs more than it gains. */
const WORTH_TWO = 16;

/** Length of the queue. When the database is unavailable, further appends are rejected. */
const MAX_QUEUED = 10_000;

/** SQLSTATEs of a conflict with another node: unique violation, deadlock, serialization failure. */
const RACE_LOST = new Set(['23505', '40P01', '40001']);

/**
 * Groups the appends of concurrent requests: one or two statements per turn of the event loop. While statements are running the next groups
 * grow, so a slower disk leads to larger groups. A single append never waits.
 *
 * With one statement for all, its callers would also continue together, and this process and PostgreSQL would wait for each other.
 */
export class GroupAppend {
  private queue: QueuedAppend[] = [];
  private readonly running = new Set<Promise<void>>();
  private flushScheduled = false;

  constructor(
    private readonly pool: pg.Pool,
    private readonly onAppended: () => void,
  ) {}

  /** @throws VersionConflict, the driver's error when the database does not answer, or a 503 when the queue is full. */
  append(append: PendingAppend): Promise<AppendResult> {
    if (this.queue.length >= MAX_QUEUED)
      throw new DomainError('UNAVAILABLE', 'Too many writes are waiting. Try again.', 503, undefined, 1);
    return new Promise((resolve, reject) => {
      this.queue.push({ ...append, resolve, reject });
      this.scheduleFlush();
    });
  }

  /** Resolves when no append is queued or running. */
  async drain(): Promise<void> {
    while (this.queue.length > 0 || this.running.size > 0) {
      await Promise.race([...this.running, new Promise((resolve) => setImmediate(resolve))]);
    }
  }

  private scheduleFlush(): void {
    if (this.flushScheduled) return;
    this.flushScheduled = true;
    setImmediate(() => {
      this.flushScheduled = false;
      const waiting = this.queue.length;
      const size = Math.min(MAX_GROUP, waiting < WORTH_TWO ? waiting : Math.ceil(waiting / 2));
      while (this.queue.length > 0 && this.running.size < MAX_IN_FLIGHT) this.start(this.takeGroup(size));
    });
  }

  /** Removes the oldest append from the queue, with those that can share its statement: same kind, other streams, about `size` rows. */
  private takeGroup(size: number): QueuedAppend[] {
    const kind = isFirstEvent(this.queue[0]!);
    const group: QueuedAppend[] = [];
    const later: QueuedAppend[] = [];
    const streams = new Set<string>();
    let rows = 0;
    let next = 0;
    for (; next < this.queue.length && rows < size; next += 1) {
      const append = this.queue[next]!;
      const fits = isFirstEvent(append) === kind && !streams.has(append.stream);
      (fits ? group : later).push(append);
      streams.add(append.stream);
      if (fits) rows += append.events.length;
    }
    this.queue = [...later, ...this.queue.slice(next)];
    return group;
  }

  private start(group: QueuedAppend[]): void {
    const run = this.run(group).finally(() => {
      this.running.delete(run);
      if (this.queue.length > 0) this.scheduleFlush();
    });
    this.running.add(run);
  }

  private async run(group: QueuedAppend[]): Promise<void> {
    try {
      settle(group, await this.execute(group));
      this.onAppended();
    } catch (error) {
      // An append that the server cannot store must not fail the other appends of its group.
      if (group.length > 1 && !isTransientFailure(error)) for (const append of group) await this.run([append]);
      else for (const append of group) append.reject(error);
    }
  }

  private async execute(group: QueuedAppend[]): Promise<AppendOutcome[]> {
    // Two nodes that start an empty log can get a unique violation in spite of "on conflict do nothing".
    const append = isFirstEvent(group[0]!) ? appendFirstEvents : appendAtHead;
    try {
      return await append(this.pool, group);
    } catch (error) {
      if (!lostRace(error)) throw error;
      const outcomes: AppendOutcome[] = [];
      for (const append of group) outcomes.push(await this.executeAlone(append));
      return outcomes;
    }
  }

  /** Tries twice: after a lost race the other writer has committed, and the second try distinguishes a repeat from a conflict. */
  private async executeAlone(append: PendingAppend): Promise<AppendOutcome> {
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      try {
        return (await appendAtHead(this.pool, [append]))[0]!;
      } catch (error) {
        if (!lostRace(error)) throw error;
      }
    }
    return new VersionConflict(append.stream, append.expected);
  }
}

const isFirstEvent = (append: PendingAppend): boolean => append.expected === 'no-stream' && append.events.length === 1;

const lostRace = (error: unknown): boolean => error instanceof pg.DatabaseError && RACE_LOST.has(error.code ?? '');

function settle(group: QueuedAppend[], outcomes: AppendOutcome[]): void {
  group.forEach((append, index) => {
    const outcome = outcomes[index]!;
    if (outcome instanceof VersionConflict) append.reject(outcome);
    else append.resolve(outcome);
  });
}
