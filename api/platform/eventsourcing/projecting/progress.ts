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
/** Lifetime of the known position. Read models commit asynchronously, so a crash of the database may set them back. */
const KNOWN_FOR_MS = 1_000;
/** A projector that is further behind than this will not catch up within a request, so requests fail without waiting. */
const HOPELESS_LAG_MS = 5_000;

/** Returns the error that replaces a refusal while the read models are behind and the refusal may be wrong. */
export const catchingUp = (): DomainError =>
  new DomainError('UNAVAILABLE', 'The platform is catching up. Try again in a moment.', 503, undefined, 2);

/** Tracks the position of the read models on this node. */
@Injectable()
export class Progress {
  private known: LogPosition = LOG_START;
  private requestedAt = -Infinity;
  private stuckSince: number | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly hints: Hints,
  ) {}

  /** Waits until the read models contain everything up to `position`; false when `timeoutMs` has passed. */
  async waitFor(position: LogPosition, timeoutMs: number): Promise<boolean> {
    if (await this.hasReached(position)) return true;
    // A position beyond the log's end belongs to another log, so waiting would show nothing about the projector.
    if (!(await this.isInLog(position))) return false;
    if (comparePositions(this.known, position) >= 0) return true;
    this.stuckSince ??= performance.now();
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const seen = this.hints.count(PROJECTIONS_CHANNEL);
      if (await this.hasReached(position)) return true;
      const left = deadline - performance.now();
      if (left <= 0 || this.isStalled()) return false;
      await this.hints.wait(PROJECTIONS_CHANNEL, seen, Math.min(LOOK_EVERY_MS, left));
    }
  }

  /**
   * Waits until the read models have reached the present end of the log. Call it before a refusal that depends on them.
   * @throws DomainError 503 when the read models are too far behind: the caller should try again.
   */
  async catchUp(): Promise<void> {
    const caughtUp = await this.waitFor(await this.store.head(), CATCH_UP_MS);
    if (!caughtUp) throw catchingUp();
  }

  /** Returns whether the log has reached a position. A position beyond its end belongs to another log. */
  async isInLog(position: LogPosition): Promise<boolean> {
    return comparePositions(position, await this.store.head()) <= 0;
  }

  private async hasReached(position: LogPosition): Promise<boolean> {
    const now = performance.now();
    if (now - this.requestedAt < KNOWN_FOR_MS && comparePositions(this.known, position) >= 0) return true;
    const { rows } = await this.pool.query<{ position: string }>({
      name: 'projector-position',
      text: 'select position from plain.checkpoints where reader = $1',
      values: [PROJECTOR],
    });
    // Responses may arrive out of order.
    if (now >= this.requestedAt) this.recordHead(parsePosition(rows[0]?.position ?? '') ?? LOG_START, now);
    return comparePositions(this.known, position) >= 0;
  }

  private recordHead(found: LogPosition, requestedAt: number): void {
    if (comparePositions(found, this.known) > 0) this.stuckSince = undefined;
    this.known = found;
    this.requestedAt = requestedAt;
  }

  private isStalled(): boolean {
    return this.stuckSince !== undefined && performance.now() - this.stuckSince > HOPELESS_LAG_MS;
  }
}
