import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { RegradeEntry, RegradeList } from '../../../contracts/grading.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { joinDecider } from '../decider.query.js';
import { POOL } from '../../../platform/database/pool.js';

/** Maximum number of listed regrades. */
const MAX_LISTED = 500;

interface RegradeRow {
  decision_id: string;
  session_id: string | null;
  session_name: string | null;
  scenario_id: string;
  regrade: string;
  reason: string;
  decided_by: string | null;
  decided_at: Date;
  undone_at: Date | null;
}

/** Reads the regrades of a course (docs/rules.md#regrades). */
@Injectable()
export class RegradesQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns all regrades, undone ones too, newest first. */
  async read(courseId: string): Promise<RegradeList> {
    const { rows } = await this.pool.query<RegradeRow>({
      name: 'regrades',
      text: `select d.decision_id, d.session_id, k.name as session_name, d.scenario_id, d.regrade, d.reason,
                    p.username as decided_by, d.decided_at, d.undone_at
             from read.grade_decisions d left join read.classes k on k.session_id = d.session_id
               ${joinDecider('p')}
             where d.course_id = $1 and d.user_id is null order by d.sequence desc limit ${MAX_LISTED}`,
      values: [courseId],
    });
    return { regrades: rows.map(toEntry) };
  }
}

const toEntry = (row: RegradeRow): RegradeEntry => ({
  decisionId: row.decision_id,
  sessionId: row.session_id,
  sessionName: row.session_name,
  scenarioId: row.scenario_id,
  ...(JSON.parse(row.regrade) as Pick<RegradeEntry, 'questionText' | 'change' | 'neverLower'>),
  reason: row.reason,
  by: row.decided_by,
  at: toMoment(row.decided_at),
  undoneAt: row.undone_at && toMoment(row.undone_at),
});
