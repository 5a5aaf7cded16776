import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { POOL } from '../../../platform/database/pool.js';

/** What staff releases to the students of a class. */
export type Releasable = 'answers' | 'debrief';

const VIEWS: Readonly<Record<Releasable, string>> = { answers: 'answer_releases', debrief: 'debrief_releases' };

@Injectable()
export class ClassReleasesQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns when the answers or the debrief of each class were released, by class id; classes that withhold them are left out. */
  async find(what: Releasable, sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ session_id: string; released_at: Date }>({
      name: `released-${what}`,
      text: `select session_id, released_at from read.${VIEWS[what]}
             where session_id = any ($1) and released_at is not null`,
      values: [sessionIds],
    });
    return new Map(rows.map((row) => [row.session_id, toMoment(row.released_at)]));
  }

  /** Returns when the answers or the debrief of a class were released; null while they are withheld. */
  async findOne(what: Releasable, sessionId: string): Promise<string | null> {
    return (await this.find(what, [sessionId])).get(sessionId) ?? null;
  }
}
