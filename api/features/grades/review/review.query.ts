import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { flagsOf } from '../../../contracts/attempt-flags.rule.js';
import { ResultLevel } from '../../../contracts/attempt.contract.js';
import {
  type AttemptDecision,
  MAX_REVIEWED,
  type ReviewedAttempt,
  type ReviewList,
} from '../../../contracts/grades.contract.js';
import type { ClassSession } from '../../../contracts/group.contract.js';
import { roundPoints } from '../../../contracts/points.rule.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { joinDecider } from '../decider.query.js';
import { POOL } from '../../../platform/database/pool.js';
import { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';

interface ReviewRow {
  attempt_id: string;
  user_id: string;
  username: string;
  first_name: string;
  last_name: string;
  scenario_id: string;
  total_score: number;
  questions_score: number;
  max_total_score: number;
  max_questions_score: number;
  late: boolean;
  level: number;
  flags: number;
  started_at: Date;
  completed_at: Date;
  arrived_at: Date;
  claimed_started_at: Date | null;
  claimed_completed_at: Date | null;
  flown_score: number | null;
  flown_passed: boolean | null;
  decision_id: string | null;
  decision: AttemptDecision;
  reason: string;
  decided_by: string | null;
  decided_at: Date;
  open: number;
}

/**
 * Selects the flagged and the decided attempts of students on the roster, open ones first, each newest first. All results of a class can be
 * flagged, and staff follows the list while the class plays: so only keys are counted and sorted, and only decided attempts are searched
 * for a decision.
 */
const SELECT = `
  with listed as (
    select a.attempt_id, d.decision_id, coalesce(d.decided_at, a.arrived_at) as at,
           (count(*) filter (where d.decision_id is null) over ())::integer as open
    from read.attempts a
    left join lateral (
      select decision_id, decided_at from read.grade_decisions
      where a.decided is not null and attempt_id = a.attempt_id and course_id = a.course_id and undone_at is null
      order by sequence desc limit 1) d on true
    where a.session_id = $1 and (a.flags <> 0 or a.decided is not null) and (a.flags <> 0 or d.decision_id is not null)
      and a.user_id in (select user_id from read.rosters where session_id = $1 and removed_at is null)
    order by d.decision_id is null desc, at desc, a.attempt_id
    limit ${MAX_REVIEWED}
  )
  select a.*, coalesce(p.username, '') as username, coalesce(p.first_name, '') as first_name,
         coalesce(p.last_name, '') as last_name, d.decision_id, d.kind as decision, d.reason, d.decided_at, b.username as decided_by,
         l.open
  from listed l join read.attempts a using (attempt_id)
  left join read.people p on p.id = a.user_id
  left join read.grade_decisions d on d.course_id = a.course_id and d.decision_id = l.decision_id
  ${joinDecider('b')}
  order by l.decision_id is null desc, l.at desc, l.attempt_id`;

/** Reads the results of a class that staff reviews (docs/rules.md#results-to-review). */
@Injectable()
export class ReviewQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly catalogue: ClassCatalogueQuery,
  ) {}

  async read(session: ClassSession): Promise<ReviewList> {
    const { rows } = await this.pool.query<ReviewRow>({ name: 'review', text: SELECT, values: [session.id] });
    const titles = await this.catalogue.titles(
      session,
      rows.map((row) => row.scenario_id),
    );
    return {
      open: rows[0]?.open ?? 0,
      attempts: rows.map((row) => toReviewed(row, titles.get(row.scenario_id) ?? '')),
    };
  }
}

const toReviewed = (row: ReviewRow, scenarioTitle: string): ReviewedAttempt => ({
  attemptId: row.attempt_id,
  userId: row.user_id,
  username: row.username,
  firstName: row.first_name,
  lastName: row.last_name,
  scenarioId: row.scenario_id,
  scenarioTitle,
  total: roundPoints(row.total_score + row.questions_score),
  maximum: roundPoints(row.max_total_score + row.max_questions_score),
  level: ResultLevel.options[row.level]!,
  late: row.late,
  flags: flagsOf(row.flags),
  startedAt: toMoment(row.started_at),
  completedAt: toMoment(row.completed_at),
  arrivedAt: toMoment(row.arrived_at),
  claimed:
    row.claimed_started_at && row.claimed_completed_at
      ? { startedAt: toMoment(row.claimed_started_at), completedAt: toMoment(row.claimed_completed_at) }
      : null,
  flown: row.flown_score === null ? null : { totalScore: row.flown_score, passed: row.flown_passed === true },
  decision: row.decision_id
    ? {
        decisionId: row.decision_id,
        decision: row.decision,
        reason: row.reason,
        by: row.decided_by,
        at: toMoment(row.decided_at),
      }
    : null,
});
