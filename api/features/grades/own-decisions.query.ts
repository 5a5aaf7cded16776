import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DecisionKind, OwnDecision } from '../../contracts/grading.contract.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import { POOL } from '../../platform/database/pool.js';

interface OwnDecisionRow {
  session_id: string;
  scenario_id: string;
  kind: Exclude<DecisionKind, 'Accepted' | 'SetAside'>;
  points: number | null;
  maximum: number | null;
  reason: string;
  decided_at: Date;
  sequence: string;
}

/** Selects the decisions in force about a student's cells, and the regrades of the classes, newest first. */
const SELECT_OWN = `
  select d.session_id, d.scenario_id, d.kind, d.points, d.maximum, d.reason, d.decided_at, d.sequence
  from read.grade_decisions d
  where d.user_id = $1 and d.session_id = any ($2) and d.undone_at is null and d.attempt_id is null
  union all
  select k.session_id, d.scenario_id, d.kind, d.points, d.maximum, d.reason, d.decided_at, d.sequence
  from read.classes k join read.grade_decisions d
    on d.course_id = k.course_id and (d.session_id is null or d.session_id = k.session_id)
  where k.session_id = any ($2) and d.user_id is null and d.undone_at is null
  order by sequence desc`;

/** Decisions about a student in a scenario of a class. */
export interface OwnDecisions {
  readonly sessionId: string;
  readonly scenarioId: string;
  readonly decisions: readonly OwnDecision[];
}

/** Reads the decisions that a student sees (docs/rules.md#decisions). Those about attempts are part of the attempts. */
@Injectable()
export class OwnDecisionsQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /**
   * Returns a number that grows with each decision about a student's results that the student sees, and with each regrade and change of
   * settings that changes one of them. An accepted attempt counts only where the result changes.
   */
  async version(userId: string): Promise<number> {
    const { rows } = await this.pool.query<{ version: number }>({
      name: 'own-decisions-version',
      text: `select (count(*) + count(undone_at)
                      + coalesce((select sequence from read.own_changes where user_id = $1), 0))::float8 as version
             from read.grade_decisions where user_id = $1 and kind <> 'Accepted'`,
      values: [userId],
    });
    return rows[0]!.version;
  }

  async find(userId: string, sessionIds: readonly string[]): Promise<OwnDecisions[]> {
    const { rows } = await this.pool.query<OwnDecisionRow>({
      name: 'own-decisions',
      text: SELECT_OWN,
      values: [userId, sessionIds],
    });
    const cells = new Map<string, OwnDecisionRow[]>();
    for (const row of rows) {
      const key = `${row.session_id} ${row.scenario_id}`;
      cells.set(key, [...(cells.get(key) ?? []), row]);
    }
    return [...cells.values()].map((ofCell) => ({
      sessionId: ofCell[0]!.session_id,
      scenarioId: ofCell[0]!.scenario_id,
      decisions: inForce(ofCell),
    }));
  }
}

/** Only the last of set points, excuse and clearing applies. */
function inForce(newestFirst: readonly OwnDecisionRow[]): OwnDecision[] {
  const last = newestFirst.find(({ kind }) => kind === 'Points' || kind === 'Excused' || kind === 'Cleared');
  return newestFirst.flatMap((row) => {
    const { kind } = row;
    const applies = kind === 'Comment' || kind === 'Regraded' || row === last;
    return applies && kind !== 'Cleared' ? [toOwnDecision({ ...row, kind })] : [];
  });
}

const toOwnDecision = (row: OwnDecisionRow & { kind: OwnDecision['kind'] }): OwnDecision => ({
  kind: row.kind,
  points: row.points,
  maximum: row.maximum,
  reason: row.reason,
  at: toMoment(row.decided_at),
});
