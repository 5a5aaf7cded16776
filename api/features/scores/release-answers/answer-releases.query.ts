import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { POOL } from '../../../platform/database/pool.js';

@Injectable()
export class AnswerReleasesQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns when the answers of each class were released, by class id; classes whose answers are withheld are left out. */
  async find(sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ session_id: string; released_at: Date }>({
      name: 'answer-releases',
      text: `select session_id, released_at from read.answer_releases
             where session_id = any ($1) and released_at is not null`,
      values: [sessionIds],
    });
    return new Map(rows.map((row) => [row.session_id, toMoment(row.released_at)]));
  }
}
