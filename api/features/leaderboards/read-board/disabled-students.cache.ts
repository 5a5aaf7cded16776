import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { BatchedCache } from '../../../platform/batched-cache.js';
import { POOL } from '../../../platform/database/pool.js';
import { LiveHub } from '../../../platform/live/live-hub.js';

/** Time to live of an entry. A change of a person removes it earlier; this covers a lost notification. */
const FRESH_MS = 60_000;

/**
 * Caches the disabled students of each class. Finding them reads the whole roster, which is too slow for every query of a
 * rank among ten thousand. Each node keeps the result, because disabled students are few.
 */
@Injectable()
export class DisabledStudentsCache implements OnModuleInit {
  private readonly classes = new BatchedCache<string[]>({
    maxSize: 1_000,
    ttlMs: FRESH_MS,
    load: (sessionIds) => this.load(sessionIds),
  });

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly live: LiveHub,
  ) {}

  onModuleInit(): void {
    this.live.onChange('person', () => this.classes.forgetAll());
    this.live.onReset(() => this.classes.forgetAll());
  }

  /** Returns the user ids, including those of students who left. */
  async find(sessionId: string): Promise<readonly string[]> {
    return (await this.classes.get(sessionId.toLowerCase())) ?? [];
  }

  private async load(sessionIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
    const { rows } = await this.pool.query<{ session_id: string; user_ids: string[] }>({
      name: 'disabled-students',
      text: `select r.session_id, array_agg(r.user_id) as user_ids from read.rosters r join read.people p on p.id = r.user_id
             where r.session_id = any ($1::uuid[]) and not p.enabled group by r.session_id`,
      values: [sessionIds],
    });
    return new Map(rows.map((row) => [row.session_id, row.user_ids]));
  }
}
