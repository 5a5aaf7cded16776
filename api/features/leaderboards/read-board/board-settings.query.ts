import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { LeaderboardNaming } from '../../../contracts/leaderboard.contract.js';
import { POOL } from '../../../platform/database/pool.js';

/** The leaderboard settings that apply to one class. */
export interface BoardSettings {
  readonly naming: LeaderboardNaming;
  readonly frozenAt: Date | null;
}

@Injectable()
export class BoardSettingsQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async find(courseId: string, sessionId: string): Promise<BoardSettings> {
    const { rows } = await this.pool.query<BoardSettings>({
      name: 'leaderboard-settings',
      text: `select coalesce((select n.naming from read.leaderboard_namings n where n.course_id = $1), 'names') as naming,
                    (select f.frozen_at from read.leaderboard_freezes f where f.session_id = $2) as "frozenAt"`,
      values: [courseId, sessionId],
    });
    return rows[0]!;
  }
}
