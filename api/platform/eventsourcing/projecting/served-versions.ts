import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../database/pool.js';
import { ProjectionSet } from './projection-set.js';

/** A build whose read models have come, or gone, is noticed after this time at the latest. */
const KNOWN_FOR_MS = 1_000;

/**
 * Whether the read models that serve are the ones this build reads. After an upgrade they are not until the leader has built
 * the new versions beside the old ones; on a node of the old build they are not any more afterwards.
 */
@Injectable()
export class ServedVersions {
  private answer = Promise.resolve(false);
  private askedAt = -Infinity;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly projections: ProjectionSet,
  ) {}

  /** Who asks while it is being looked up gets that answer, and no guess. */
  areOurs(): Promise<boolean> {
    if (performance.now() - this.askedAt < KNOWN_FOR_MS) return this.answer;
    this.askedAt = performance.now();
    this.answer = this.lookUp();
    return this.answer;
  }

  private async lookUp(): Promise<boolean> {
    try {
      return (await this.projections.waiting(this.pool)).length === 0;
    } catch (error) {
      this.askedAt = -Infinity;
      throw error;
    }
  }
}
