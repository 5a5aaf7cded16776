import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import {
  type ClassProgress,
  type Completion,
  MAX_EARLIER_CLASSES,
  progressOf,
  type ProgressStep,
} from '../../../contracts/class-progress.rule.js';
import { POOL } from '../../../platform/database/pool.js';
import { ENDED_AT, STARTED_AT } from '../../courses/course.query.js';

/** Raised when the rule changes: the progress of all classes is then computed again. */
const VERSION = 1;
/** After this time, results of an ended class are late and do not count (docs/rules.md#late-attempts). */
const COMPLETE_AFTER = "interval '20 minutes'";

/** An ended class. */
interface EndedClass {
  session_id: string;
  ended_at: Date;
  minutes: number;
}

interface CountsRow {
  students: number;
  completions: Completion[] | null;
}

const MINUTES_SINCE_START = (time: string): string =>
  `floor(extract(epoch from ${time} - ${STARTED_AT}) / 60)::integer`;

/**
 * Selects ended classes whose progress is not stored, or that ended again after they were resumed, or whose last results may have arrived
 * after their progress was computed.
 */
const SELECT_DUE = `
  select k.session_id, ${ENDED_AT} as ended_at, greatest(0, ${MINUTES_SINCE_START(ENDED_AT)}) as minutes
  from read.classes k join read.courses c using (course_id) left join plain.class_progress p using (session_id)
  where ${ENDED_AT} is not null and ${STARTED_AT} is not null and c.deleted_at is null
    and (p.session_id is null or p.ended_at <> ${ENDED_AT} or p.version <> ${VERSION}
         or (p.computed_at < p.ended_at + ${COMPLETE_AFTER} and p.ended_at + ${COMPLETE_AFTER} < now()))
  order by ended_at desc limit $1`;

/** Selects the students of a class and when each of them first completed each scenario. Attempts outside the class count at its edges. */
const SELECT_COMPLETIONS = `
  with students as (
    select user_id from read.rosters where session_id = $1 and removed_at is null
  )
  select (select count(*) from students)::integer as students, json_agg(json_build_object('userId', user_id, 'minute', minute)) as completions
  from (
    select a.user_id, least(greatest(0, ${MINUTES_SINCE_START('min(a.completed_at)')}), $2::integer) as minute
    from read.attempts a join students using (user_id) join read.classes k using (session_id)
    where a.session_id = $1 and not a.late
    group by a.user_id, a.scenario_id, k.started_at, k.scheduled_start
  ) firsts`;

const STORE = `
  insert into plain.class_progress (session_id, ended_at, minutes, students, steps, version, computed_at)
  values ($1, $2, $3, $4, $5, ${VERSION}, now())
  on conflict (session_id) do update set ended_at = excluded.ended_at, minutes = excluded.minutes, students = excluded.students,
    steps = excluded.steps, version = excluded.version, computed_at = excluded.computed_at`;

const SELECT_ONE = `
  select p.minutes, p.students, p.steps from plain.class_progress p join read.classes k using (session_id)
  where session_id = $1 and ${ENDED_AT} = p.ended_at`;

const DELETE_OF_DELETED_COURSES = `
  delete from plain.class_progress p using read.classes k, read.courses c
  where k.session_id = p.session_id and c.course_id = k.course_id and c.deleted_at is not null`;

/** Selects the stored progress of the classes of the course that started before this one, the newest first. */
const SELECT_EARLIER = `
  select p.minutes, p.steps from read.classes this join read.classes k using (course_id) join plain.class_progress p on p.session_id = k.session_id
  where this.session_id = $1 and k.session_id <> $1 and ${ENDED_AT} = p.ended_at
    and ${STARTED_AT} < coalesce(this.started_at, this.scheduled_start)
  order by ${STARTED_AT} desc limit ${MAX_EARLIER_CLASSES}`;

/**
 * The progress of ended classes, in `plain.class_progress`. It is computed from the attempts and the roster of the class, which are two read
 * models. A projection may not read another one, so this is a plain table that the leader fills, and a missing row is computed again.
 * It contains figures over all students and no ids of people.
 */
@Injectable()
export class StoredProgress {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Computes and stores the progress of at most `limit` ended classes. Returns their number. */
  async storeDue(limit: number): Promise<number> {
    const { rows } = await this.pool.query<EndedClass>(SELECT_DUE, [limit]);
    for (const { session_id, ended_at, minutes } of rows) {
      const found = await this.pool.query<CountsRow>(SELECT_COMPLETIONS, [session_id, minutes]);
      const { students, completions } = found.rows[0]!;
      const steps = JSON.stringify(progressOf(students, completions ?? []));
      await this.pool.query(STORE, [session_id, ended_at, minutes, students, steps]);
    }
    return rows.length;
  }

  async deleteOfDeletedCourses(): Promise<void> {
    await this.pool.query(DELETE_OF_DELETED_COURSES);
  }

  /** Returns the progress of an ended class; undefined while the class runs and until it is stored. */
  async ofClass(sessionId: string): Promise<(ClassProgress & { readonly students: number }) | undefined> {
    const { rows } = await this.pool.query<{ minutes: number; students: number; steps: ProgressStep[] }>({
      name: 'class-progress',
      text: SELECT_ONE,
      values: [sessionId],
    });
    return rows[0];
  }

  /** Returns the progress of the earlier classes of a course. */
  async ofEarlierClasses(sessionId: string): Promise<ClassProgress[]> {
    const { rows } = await this.pool.query<{ minutes: number; steps: ProgressStep[] }>({
      name: 'earlier-progress',
      text: SELECT_EARLIER,
      values: [sessionId],
    });
    return rows;
  }
}
