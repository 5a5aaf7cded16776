import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { CellHistory, CellHistoryEntry, DecidedCells, DecisionKind } from '../../../contracts/grading.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { joinDecider } from '../decider.query.js';
import type { Cell } from '../grade.events.js';

/** Maximum number of decisions of one cell that its history shows. */
const MAX_SHOWN = 200;

interface DecisionRow {
  decision_id: string;
  kind: DecisionKind;
  attempt_id: string | null;
  points: number | null;
  maximum: number | null;
  reason: string;
  decided_by: string | null;
  decided_at: Date;
  undone_at: Date | null;
}

/** The number of decisions and undos, as `Decisions.versionOf` counts them. */
const VERSION =
  '(count(*) over (partition by d.user_id, d.scenario_id) + count(d.undone_at) over (partition by d.user_id, d.scenario_id))::integer';

const COLUMNS = `d.decision_id, d.kind, d.attempt_id, d.points, d.maximum, d.reason, p.username as decided_by, d.decided_at,
  d.undone_at`;

const SELECT_HISTORY = `
  select ${COLUMNS}, case when d.user_id is null then 0 else ${VERSION} end as version
  from read.grade_decisions d ${joinDecider('p')}
  where (d.session_id = $1 and d.user_id = $2 and d.scenario_id = $3)
     or (d.course_id = $4 and d.user_id is null and d.scenario_id = $3 and (d.session_id is null or d.session_id = $1))
  order by d.sequence desc limit ${MAX_SHOWN}`;

/** Selects the newest decision of each cell that is in force, and the version of each cell with decisions. */
const SELECT_CELLS = `
  select distinct on (d.user_id, d.scenario_id) d.user_id, d.scenario_id, ${COLUMNS}, ${VERSION} as version
  from read.grade_decisions d ${joinDecider('p')}
  where d.session_id = $1 and d.user_id is not null
  order by d.user_id, d.scenario_id, d.undone_at is null desc, d.sequence desc`;

/** Reads what staff decided about cells of a class (docs/rules.md#decisions). */
@Injectable()
export class DecisionsQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns all decisions about a cell, undone ones too, with the regrades of its scenario. */
  async ofCell(courseId: string, { sessionId, userId, scenarioId }: Cell): Promise<CellHistory> {
    const { rows } = await this.pool.query<DecisionRow & { version: number }>({
      name: 'decisions-of-cell',
      text: SELECT_HISTORY,
      values: [sessionId, userId, scenarioId, courseId],
    });
    return { version: Math.max(0, ...rows.map(({ version }) => version)), decisions: rows.map(toEntry) };
  }

  /** Returns the cells of a class about which staff decided. */
  async ofClass(sessionId: string): Promise<DecidedCells> {
    const { rows } = await this.pool.query<DecisionRow & { user_id: string; scenario_id: string; version: number }>({
      name: 'decided-cells-of-class',
      text: SELECT_CELLS,
      values: [sessionId],
    });
    return {
      cells: rows.map((row) => ({
        userId: row.user_id,
        scenarioId: row.scenario_id,
        version: row.version,
        newest: row.undone_at ? null : toEntry(row),
      })),
    };
  }
}

const toEntry = (row: DecisionRow): CellHistoryEntry => ({
  decisionId: row.decision_id,
  kind: row.kind,
  attemptId: row.attempt_id,
  points: row.points,
  maximum: row.maximum,
  reason: row.reason,
  by: row.decided_by,
  at: toMoment(row.decided_at),
  undoneAt: row.undone_at && toMoment(row.undone_at),
});
