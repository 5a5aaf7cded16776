import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { LeaderboardNaming } from '../../../contracts/leaderboard.contract.js';
import { POOL } from '../../../platform/database/pool.js';

/** The leaderboard settings that apply to one class. */
export interface BoardSettings {
  /** Null for an unknown class. */
  readonly courseId: string | null;
  readonly naming: LeaderboardNaming;
  readonly frozenAt: Date | null;
}

@Injectable()
export class BoardSettingsQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async find(sessionId: string): Promise<BoardSettings> {
    const { rows } = await this.pool.query<BoardSettings>({
      name: 'leaderboard-settings',
      text: `select k.course_id as "courseId",
                    coalesce((select n.naming from read.leaderboard_namings n where n.course_id = k.course_id), 'names') as naming,
                    (select f.frozen_at from read.leaderboard_freezes f where f.session_id = asked.session_id) as "frozenAt"
             from (select $1::uuid as session_id) asked left join read.classes k using (session_id)`,
      values: [sessionId],
    });
    return rows[0]!;
  }
}
