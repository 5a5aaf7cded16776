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
  private known = false;
  private askedAt = -Infinity;
  private asking: Promise<boolean> | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly projections: ProjectionSet,
  ) {}

  /** Once they are, nobody waits for the look that is taken again each second: should it differ, the next one is told. */
  async areOurs(): Promise<boolean> {
    if (this.known && performance.now() - this.askedAt < KNOWN_FOR_MS) return true;
    const asking = (this.asking ??= this.lookUp());
    if (!this.known) return asking;
    asking.catch(() => undefined);
    return true;
  }

  private async lookUp(): Promise<boolean> {
    this.askedAt = performance.now();
    try {
      this.known = (await this.projections.waiting(this.pool)).length === 0;
      return this.known;
    } finally {
      this.asking = undefined;
    }
  }
}
