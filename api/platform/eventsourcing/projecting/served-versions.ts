import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../database/pool.js';
import { ProjectionSet, type VersionRole } from './projection-set.js';

/** Longest delay until a node notices that other read models serve. */
const KNOWN_FOR_MS = 1_000;
/** How long a request waits for read models that are about to serve. */
const LONGEST_WAIT_MS = 3_000;
const LOOK_EVERY_MS = 25;

const isReadable = (role: VersionRole): boolean => role === 'ours' || role === 'leaving';

/**
 * Decides whether this build can read the serving read models. After an upgrade, the new build can when the leader has built the
 * new versions beside the old ones. From then on the old build cannot.
 */
@Injectable()
export class ServedVersions {
  private known: VersionRole = 'foreign';
  private requestedAt = -Infinity;
  private asking: Promise<VersionRole> | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly projections: ProjectionSet,
  ) {}

  /** Reads the present state uncached, because a proxy must learn of an announced switch in time. */
  versionRole(): Promise<VersionRole> {
    return (this.asking ??= this.lookUp());
  }

  /**
   * Returns whether requests can be answered from the read models. When they were readable at the last check, the repeated check
   * each second runs in the background. A change affects only the next request. Waits for read models that will be served soon.
   */
  async canBeRead(): Promise<boolean> {
    if (isReadable(this.known)) {
      if (performance.now() - this.requestedAt >= KNOWN_FOR_MS) this.versionRole().catch(() => undefined);
      return true;
    }
    const deadline = performance.now() + LONGEST_WAIT_MS;
    let role = await this.versionRole();
    while (role === 'coming' && performance.now() < deadline) {
      await delay(LOOK_EVERY_MS);
      role = await this.versionRole();
    }
    return isReadable(role);
  }

  private async lookUp(): Promise<VersionRole> {
    this.requestedAt = performance.now();
    try {
      this.known = await this.projections.roleOfReadModels(this.pool);
      return this.known;
    } finally {
      this.asking = undefined;
    }
  }
}
