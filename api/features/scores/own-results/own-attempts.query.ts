import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { MAX_LISTED_ATTEMPTS } from '../../../contracts/results.contract.js';
import type { Figures } from '../../../contracts/grading.rule.js';
import { POOL } from '../../../platform/database/pool.js';
import { COUNTED_ATTEMPT, NOT_EXCUSED, PASSED_ATTEMPT } from '../../grades/counted-attempts.query.js';
import { type AttemptRow, BEST_FIRST, type ResultRow } from '../attempts-in-scope.js';

/** A page of a person's classes. Null stands for attempts outside a class. */
export interface OwnClassIds {
  readonly ids: readonly (string | null)[];
  readonly total: number;
}

/** An attempt without its answers. `attempts` counts the person's attempts in this class and scenario. */
export interface OwnAttemptRow extends Omit<ResultRow, 'user_id' | 'counted'> {
  best: boolean;
  questions: number;
  attempts: number;
  set_aside_reason: string | null;
  /** The figures before regrades; null when they changed nothing. */
  original: Figures | null;
}

/** SQL of the classes with an attempt of the person and the started classes that have the person on the roster. */
const SELECT_CLASSES = `
  with activity as (
    select session_id, completed_at as at from read.attempts where user_id = $1
    union all
    select r.session_id, coalesce(k.started_at, k.scheduled_start) from read.rosters r join read.classes k using (session_id)
    where r.user_id = $1 and r.removed_at is null and coalesce(k.started_at, k.scheduled_start) <= now()
  )
  select session_id, count(*) over ()::integer as total from activity
  group by session_id order by max(at) desc, session_id limit $2 offset $3`;

const COUNT_CLASSES = `
  select count(*)::integer as total from (
    select session_id from read.attempts where user_id = $1
    union
    select r.session_id from read.rosters r join read.classes k using (session_id)
    where r.user_id = $1 and r.removed_at is null and coalesce(k.started_at, k.scheduled_start) <= now()) as found`;

const SELECT_ATTEMPTS = `
  select * from (
    select attempt_id, session_id, scenario_id, score_card_type, total_score, questions_score, max_total_score,
           max_questions_score, ${PASSED_ATTEMPT} as is_passed, late, set_aside, level, flags, started_at, completed_at, original,
           json_array_length(answers::json) as questions,
           count(*) over (partition by session_id, scenario_id)::integer as attempts,
           counted and row_number() over (partition by session_id, scenario_id, counted order by ${BEST_FIRST}) = 1 as best,
           row_number() over (partition by session_id, scenario_id order by completed_at desc, attempt_id desc) as place
    from (select *, ${COUNTED_ATTEMPT} and ${NOT_EXCUSED} as counted from read.attempts
          where user_id = $1 and (session_id = any ($2) or ($3 and session_id is null))) as found) as own
  left join lateral (
    select d.reason as set_aside_reason from read.grade_decisions d
    where own.set_aside and d.attempt_id = own.attempt_id and d.undone_at is null order by d.sequence desc limit 1) d on true
  where best or place <= ${MAX_LISTED_ATTEMPTS}
  order by completed_at desc, attempt_id desc`;

/** Reads the attempts of a single person. */
@Injectable()
export class OwnAttemptsQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns the classes, newest activity first. */
  async classes(userId: string, limit: number, offset: number): Promise<OwnClassIds> {
    const { rows } = await this.pool.query<{ session_id: string | null; total: number }>({
      name: 'own-classes',
      text: SELECT_CLASSES,
      values: [userId, limit, offset],
    });
    const total = rows[0]?.total ?? (offset === 0 ? 0 : await this.countClasses(userId));
    return { ids: rows.map((row) => row.session_id), total };
  }

  /** Returns the attempts in the given classes, newest first. */
  async attempts(userId: string, sessionIds: readonly (string | null)[]): Promise<OwnAttemptRow[]> {
    const { rows } = await this.pool.query<OwnAttemptRow>({
      name: 'own-attempts',
      text: SELECT_ATTEMPTS,
      values: [userId, sessionIds.filter((id) => id !== null), sessionIds.includes(null)],
    });
    return rows;
  }

  /** Returns one attempt with its answers, or undefined when the person has no such attempt. */
  async attempt(userId: string, attemptId: string): Promise<Omit<AttemptRow, 'counted' | 'is_passed'> | undefined> {
    const { rows } = await this.pool.query<Omit<AttemptRow, 'counted' | 'is_passed'>>(
      'select * from read.attempts where attempt_id = $1 and user_id = $2',
      [attemptId, userId],
    );
    return rows[0];
  }

  private async countClasses(userId: string): Promise<number> {
    const { rows } = await this.pool.query<{ total: number }>(COUNT_CLASSES, [userId]);
    return rows[0]!.total;
  }
}
