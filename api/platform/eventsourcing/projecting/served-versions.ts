import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../database/pool.js';
import { ProjectionSet, type Standing } from './projection-set.js';

/** A build whose read models have come, or gone, is noticed after this time at the latest. */
const KNOWN_FOR_MS = 1_000;
/** How long a request waits for read models that are about to serve. */
const LONGEST_WAIT_MS = 3_000;
const LOOK_EVERY_MS = 25;

const isReadable = (standing: Standing): boolean => standing === 'ours' || standing === 'leaving';

/**
 * Whether the read models that serve are the ones this build reads. After an upgrade they are not until the leader has built
 * the new versions beside the old ones; on a node of the old build they are not any more afterwards.
 */
@Injectable()
export class ServedVersions {
  private known: Standing = 'foreign';
  private askedAt = -Infinity;
  private asking: Promise<Standing> | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly projections: ProjectionSet,
  ) {}

  /** As it is now: what is about to change is told beforehand, and a proxy has to hear of it in time. */
  standing(): Promise<Standing> {
    return (this.asking ??= this.lookUp());
  }

  /**
   * Whether a request can be answered from them. Once it can, nobody waits for the look that is taken again each second: should
   * it differ, the next one is told. Read models that are about to serve are waited for.
   */
  async canBeRead(): Promise<boolean> {
    if (isReadable(this.known)) {
      if (performance.now() - this.askedAt >= KNOWN_FOR_MS) this.standing().catch(() => undefined);
      return true;
    }
    const deadline = performance.now() + LONGEST_WAIT_MS;
    let standing = await this.standing();
    while (standing === 'coming' && performance.now() < deadline) {
      await delay(LOOK_EVERY_MS);
      standing = await this.standing();
    }
    return isReadable(standing);
  }

  private async lookUp(): Promise<Standing> {
    this.askedAt = performance.now();
    try {
      this.known = await this.projections.standing(this.pool);
      return this.known;
    } finally {
      this.asking = undefined;
    }
  }
}
