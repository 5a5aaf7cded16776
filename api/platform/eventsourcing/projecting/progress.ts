import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Hints } from '../../database/hints.js';
import { POOL } from '../../database/pool.js';
import { comparePositions, LOG_START, type LogPosition, parsePosition } from '../message.js';
import { PROJECTIONS_CHANNEL } from './projections-channel.js';
import { PROJECTOR } from './write-batch.js';

const LOOK_EVERY_MS = 25;
/** A projector that is further behind than this will not catch up within a request; readers are told so instead. */
const HOPELESS_LAG_MS = 5_000;

/** How far the read models have come, as this node knows it. */
@Injectable()
export class Progress {
  private known: LogPosition = LOG_START;
  private stuckSince: number | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly hints: Hints,
  ) {}

  /** Waits until the read models hold everything up to `position`; false when they did not within `timeoutMs`. */
  async waitFor(position: LogPosition, timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const seen = this.hints.count(PROJECTIONS_CHANNEL);
      if (await this.hasReached(position)) return true;
      const left = deadline - performance.now();
      if (left <= 0 || this.isHopeless()) return false;
      await this.hints.wait(PROJECTIONS_CHANNEL, seen, Math.min(LOOK_EVERY_MS, left));
    }
  }

  private async hasReached(position: LogPosition): Promise<boolean> {
    if (comparePositions(this.known, position) >= 0) return true;
    const { rows } = await this.pool.query<{ position: string }>({
      name: 'projector-position',
      text: 'select position from plain.checkpoints where reader = $1',
      values: [PROJECTOR],
    });
    const found = parsePosition(rows[0]?.position ?? '') ?? LOG_START;
    if (comparePositions(found, this.known) > 0) {
      this.known = found;
      this.stuckSince = undefined;
    }
    const reached = comparePositions(this.known, position) >= 0;
    if (!reached) this.stuckSince ??= performance.now();
    return reached;
  }

  private isHopeless(): boolean {
    return this.stuckSince !== undefined && performance.now() - this.stuckSince > HOPELESS_LAG_MS;
  }
}
