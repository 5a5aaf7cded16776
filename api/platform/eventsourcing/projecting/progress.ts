import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Hints } from '../../database/hints.js';
import { POOL } from '../../database/pool.js';
import { DomainError } from '../../domain-error.js';
import { EVENT_STORE, type EventStore } from '../event-store.js';
import { comparePositions, LOG_START, type LogPosition, parsePosition } from '../message.js';
import { PROJECTIONS_CHANNEL } from '../../database/wake-ups.js';
import { PROJECTOR } from './write-batch.js';

const CATCH_UP_MS = 1_000;
const LOOK_EVERY_MS = 25;
/** A crash of the database may set the read models back, they commit asynchronously: what is known holds this long. */
const KNOWN_FOR_MS = 1_000;
/** A projector that is further behind than this will not catch up within a request; readers are told so instead. */
const HOPELESS_LAG_MS = 5_000;

/** What somebody is answered instead of a refusal that may be wrong in a moment. */
export const catchingUp = (): DomainError =>
  new DomainError('UNAVAILABLE', 'The platform is catching up. Try again in a moment.', 503, undefined, 2);

/** How far the read models have come, as this node knows it. */
@Injectable()
export class Progress {
  private known: LogPosition = LOG_START;
  private askedAt = -Infinity;
  private stuckSince: number | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly hints: Hints,
  ) {}

  /** Waits until the read models hold everything up to `position`; false when they did not within `timeoutMs`. */
  async waitFor(position: LogPosition, timeoutMs: number): Promise<boolean> {
    if (await this.hasReached(position)) return true;
    // A place that the log itself has not reached comes from elsewhere: waiting for it says nothing about the projector.
    if (!(await this.isInLog(position))) return false;
    if (comparePositions(this.known, position) >= 0) return true;
    this.stuckSince ??= performance.now();
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const seen = this.hints.count(PROJECTIONS_CHANNEL);
      if (await this.hasReached(position)) return true;
      const left = deadline - performance.now();
      if (left <= 0 || this.isHopeless()) return false;
      await this.hints.wait(PROJECTIONS_CHANNEL, seen, Math.min(LOOK_EVERY_MS, left));
    }
  }

  /**
   * Waits until the read models hold all that the log holds now. Called before a refusal that only they can decide.
   * @throws DomainError 503 when they are too far behind: the caller is asked to try again instead of being refused.
   */
  async catchUp(): Promise<void> {
    const caughtUp = await this.waitFor(await this.store.head(), CATCH_UP_MS);
    if (!caughtUp) throw catchingUp();
  }

  /** Whether the log has come so far; a place beyond it is of another log. */
  async isInLog(position: LogPosition): Promise<boolean> {
    return comparePositions(position, await this.store.head()) <= 0;
  }

  private async hasReached(position: LogPosition): Promise<boolean> {
    const now = performance.now();
    if (now - this.askedAt < KNOWN_FOR_MS && comparePositions(this.known, position) >= 0) return true;
    const { rows } = await this.pool.query<{ position: string }>({
      name: 'projector-position',
      text: 'select position from plain.checkpoints where reader = $1',
      values: [PROJECTOR],
    });
    // Answers may overtake each other.
    if (now >= this.askedAt) this.learn(parsePosition(rows[0]?.position ?? '') ?? LOG_START, now);
    return comparePositions(this.known, position) >= 0;
  }

  private learn(found: LogPosition, askedAt: number): void {
    if (comparePositions(found, this.known) > 0) this.stuckSince = undefined;
    this.known = found;
    this.askedAt = askedAt;
  }

  private isHopeless(): boolean {
    return this.stuckSince !== undefined && performance.now() - this.stuckSince > HOPELESS_LAG_MS;
  }
}
