import pg from 'pg';
import { isPassingFailure } from '../../failures.js';
import { DomainError } from '../../domain-error.js';
import { type AppendResult, VersionConflict } from '../event-store.js';
import { appendAtHead, appendFirstEvents, type AppendOutcome, type PendingAppend } from './append-statements.js';

interface QueuedAppend extends PendingAppend {
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

/** Rows of one statement; more make it slower for everyone in it, fewer waste round trips. */
const MAX_GROUP = 64;
/** Statements under way at once: one commits while the next is being written. */
const MAX_IN_FLIGHT = 3;

/** A bound for bad days: with the database away, callers hear so instead of piling up. */
const MAX_QUEUED = 10_000;

/** SQLSTATEs of "another node was faster": unique violation, deadlock, serialization failure. */
const RACE_LOST = new Set(['23505', '40P01', '40001']);

/**
 * Appends of concurrent requests share one statement per turn of the event loop. While statements are under way the
 * next groups gather, so the slower the disk, the larger the groups; a lone caller never waits.
 */
export class GroupAppend {
  private queue: QueuedAppend[] = [];
  private readonly running = new Set<Promise<void>>();
  private flushScheduled = false;

  constructor(
    private readonly pool: pg.Pool,
    private readonly onAppended: () => void,
  ) {}

  /** @throws VersionConflict, the driver's error when the database did not answer, a 503 when too many wait already. */
  append(append: PendingAppend): Promise<AppendResult> {
    if (this.queue.length >= MAX_QUEUED)
      throw new DomainError('UNAVAILABLE', 'Too many writes are waiting. Try again.', 503, undefined, 1);
    return new Promise((resolve, reject) => {
      this.queue.push({ ...append, resolve, reject });
      this.scheduleFlush();
    });
  }

  /** Resolves when nothing is queued or under way any more. */
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
      while (this.queue.length > 0 && this.running.size < MAX_IN_FLIGHT) this.start(this.takeGroup());
    });
  }

  /** The oldest append and all that may share its statement: same kind, other streams. */
  private takeGroup(): QueuedAppend[] {
    const kind = isFirstEvent(this.queue[0]!);
    const group: QueuedAppend[] = [];
    const later: QueuedAppend[] = [];
    const streams = new Set<string>();
    let rows = 0;
    let next = 0;
    for (; next < this.queue.length && rows < MAX_GROUP; next += 1) {
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
      // A row that the server cannot store must not cost the strangers in its group theirs.
      if (group.length > 1 && !isPassingFailure(error)) for (const append of group) await this.run([append]);
      else for (const append of group) append.reject(error);
    }
  }

  private async execute(group: QueuedAppend[]): Promise<AppendOutcome[]> {
    if (isFirstEvent(group[0]!)) return appendFirstEvents(this.pool, group);
    try {
      return await appendAtHead(this.pool, group);
    } catch (error) {
      if (!lostRace(error)) throw error;
      const outcomes: AppendOutcome[] = [];
      for (const append of group) outcomes.push(await this.executeAlone(append));
      return outcomes;
    }
  }

  /** Tried twice: after a lost race the other writer has committed, and a second look tells a repeat from a conflict. */
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
