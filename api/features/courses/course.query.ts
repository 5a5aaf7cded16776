import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { ClassSession, EndClassAccounts } from '../../contracts/group.contract.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import { PLAYERS } from '../../platform/auth/access.decorator.js';
import { POOL } from '../../platform/database/pool.js';

/** The fields of a course that policies and other features use. */
export interface CourseSummary {
  readonly courseId: string;
  readonly name: string;
  readonly code: string;
  readonly ownerId: string;
  readonly organizationId: string | null;
  readonly caption: string;
  /** Classes of a deleted course stay readable for system admins (docs/rules.md#deleting-a-course). */
  readonly deleted: boolean;
}

/** A class together with its course. */
export interface ClassWithCourse {
  readonly course: CourseSummary;
  readonly session: ClassSession;
}

/** A person on the roster of a class. */
export interface RosterEntry {
  readonly sessionId: string;
  readonly userId: string;
}

/** A person in a course. */
export interface CourseMembership {
  readonly courseId: string;
  readonly userId: string;
}

/** SQL expressions that treat a due start or end as done, whether or not a job has recorded it (docs/rules.md#due-times). */
export const STARTED_AT = 'coalesce(k.started_at, case when k.scheduled_start <= now() then k.scheduled_start end)';
export const ENDED_AT = 'coalesce(k.ended_at, case when k.scheduled_end <= now() then k.scheduled_end end)';
const CLASS_COLUMNS = `
  k.session_id, k.course_id, k.name as session_name,
  ${STARTED_AT} as started_at,
  ${ENDED_AT} as ended_at,
  case when k.scheduled_start > now() then k.scheduled_start end as scheduled_start,
  case when k.scheduled_end > now() and k.ended_at is null then k.scheduled_end end as scheduled_end`;

const NEWEST_FIRST = 'order by coalesce(k.started_at, k.scheduled_start) desc';

const COURSE_COLUMNS = 'c.course_id, c.name, c.code, c.owner_id, c.organization_id, c.caption, c.deleted_at';

interface ClassRow {
  session_id: string;
  course_id: string;
  session_name: string;
  started_at: Date | null;
  ended_at: Date | null;
  scheduled_start: Date | null;
  scheduled_end: Date | null;
}

interface CourseRow {
  course_id: string;
  name: string;
  code: string;
  owner_id: string;
  organization_id: string | null;
  caption: string;
  deleted_at: Date | null;
}

/** The courses that a viewer is allowed to see. Every query of courses requires a scope. */
export type CourseScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'organization'; readonly organizationId: string }
  | { readonly kind: 'owner'; readonly ownerId: string };

/** Returns a scope as two SQL parameters: the required organization and the required instructor. Null means any. */
export const valuesOf = (scope: CourseScope): [organizationId: string | null, ownerId: string | null] => [
  scope.kind === 'organization' ? scope.organizationId : null,
  scope.kind === 'owner' ? scope.ownerId : null,
];

/** Optional filter on the courses in scope. */
export interface CourseFilter {
  readonly ownerId?: string | undefined;
  readonly organizationId?: string | undefined;
}

/** Reads courses and their classes. Lists never include deleted courses. */
@Injectable()
export class CourseQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns a course, including a deleted one, or null. */
  async findCourse(courseId: string): Promise<CourseSummary | null> {
    return this.oneCourse('c.course_id = $1', courseId);
  }

  /** Finds a course by its code, ignoring case. Includes deleted courses, whose codes are never used again. */
  async findByCode(code: string): Promise<CourseSummary | null> {
    return this.oneCourse('c.code = $1', code.toUpperCase());
  }

  /** Returns the courses in scope that match the filter, by name. */
  async listCourses(scope: CourseScope, { ownerId, organizationId }: CourseFilter = {}): Promise<CourseSummary[]> {
    const { rows } = await this.pool.query<CourseRow>(
      `select ${COURSE_COLUMNS} from read.courses c
       where c.deleted_at is null and ($1::uuid is null or c.organization_id = $1) and ($2::uuid is null or c.owner_id = $2)
         and ($3::uuid is null or c.organization_id = $3) and ($4::uuid is null or c.owner_id = $4)
       order by plain.natural_order(c.name), c.course_id limit 1000`,
      [...valuesOf(scope), organizationId ?? null, ownerId ?? null],
    );
    return rows.map(toCourse);
  }

  /** Returns all classes of a course, newest first. */
  async listAllClasses(courseId: string): Promise<ClassSession[]> {
    const { rows } = await this.pool.query<ClassRow>(
      `select ${CLASS_COLUMNS} from read.classes k where k.course_id = $1 ${NEWEST_FIRST}`,
      [courseId],
    );
    return rows.map(toSession);
  }

  /** Returns the running, the scheduled and the newest ended class of each course, newest first. */
  async listClasses(courseIds: readonly string[]): Promise<Map<string, ClassSession[]>> {
    const { rows } = await this.pool.query<ClassRow>(
      `select newest.* from unnest($1::uuid[]) as wanted (id) cross join lateral (
         (select ${CLASS_COLUMNS} from read.classes k where k.course_id = wanted.id and ${ENDED_AT} is null)
         union all
         (select ${CLASS_COLUMNS} from read.classes k where k.course_id = wanted.id and ${ENDED_AT} is not null
          ${NEWEST_FIRST} limit 1)
       ) newest
       order by coalesce(newest.started_at, newest.scheduled_start) desc`,
      [courseIds],
    );
    const byCourse = new Map<string, ClassSession[]>(courseIds.map((courseId) => [courseId, []]));
    for (const row of rows) byCourse.get(row.course_id)?.push(toSession(row));
    return byCourse;
  }

  async findClass(sessionId: string): Promise<ClassWithCourse | null> {
    return (await this.findClasses([sessionId]))[0] ?? null;
  }

  /** Returns the classes that exist among the given ids, in any order. */
  async findClasses(sessionIds: readonly string[]): Promise<ClassWithCourse[]> {
    const { rows } = await this.pool.query<ClassRow & CourseRow>({
      name: 'find-classes',
      text: `select ${COURSE_COLUMNS}, ${CLASS_COLUMNS} from read.classes k join read.courses c using (course_id)
             where k.session_id = any ($1::uuid[])`,
      values: [sessionIds],
    });
    return rows.map((row) => ({ course: toCourse(row), session: toSession(row) }));
  }

  /** Returns the member ids of each course. */
  async listMemberIds(courseIds: readonly string[]): Promise<Map<string, string[]>> {
    const { rows } = await this.pool.query<{ course_id: string; user_ids: string[] }>(
      'select course_id, array_agg(user_id order by user_id) as user_ids from read.members where course_id = any ($1) group by course_id',
      [courseIds],
    );
    return new Map(rows.map((row) => [row.course_id, row.user_ids]));
  }

  /** Returns the given memberships that exist, in any order. A deleted course has no memberships. */
  async findMemberships(memberships: readonly CourseMembership[]): Promise<CourseMembership[]> {
    const { rows } = await this.pool.query<CourseMembership>({
      name: 'find-memberships',
      text: `select m.course_id as "courseId", m.user_id as "userId"
             from unnest($1::uuid[], $2::uuid[]) as asked (course_id, user_id)
             join read.members m using (course_id, user_id)
             join read.courses c using (course_id) where c.deleted_at is null`,
      values: [memberships.map(({ courseId }) => courseId), memberships.map(({ userId }) => userId)],
    });
    return rows;
  }

  /** Returns the courses that a person is a member of, by name. */
  async listCoursesOfMember(userId: string): Promise<CourseSummary[]> {
    const { rows } = await this.pool.query<CourseRow>(
      `select ${COURSE_COLUMNS} from read.courses c join read.members m using (course_id)
       where m.user_id = $1 and c.deleted_at is null order by plain.natural_order(c.name), c.course_id limit 1000`,
      [userId],
    );
    return rows.map(toCourse);
  }

  /**
   * True when the person is on the roster of a class whose course is not deleted. Only system admins see deleted courses.
   */
  async isOnRoster(sessionId: string, userId: string): Promise<boolean> {
    const { rows } = await this.pool.query({
      name: 'is-on-roster',
      text: `select from read.rosters r join read.courses c using (course_id)
             where r.session_id = $1 and r.user_id = $2 and r.removed_at is null and r.moved_at is null
               and c.deleted_at is null`,
      values: [sessionId, userId],
    });
    return rows.length === 1;
  }

  /** Returns the given places that are on a roster, in any order. */
  async findOnRosters(places: readonly RosterEntry[]): Promise<RosterEntry[]> {
    const { rows } = await this.pool.query<RosterEntry>({
      name: 'find-on-rosters',
      text: `select r.session_id as "sessionId", r.user_id as "userId"
             from unnest($1::uuid[], $2::uuid[]) as asked (session_id, user_id)
             join read.rosters r using (session_id, user_id) where r.removed_at is null and r.moved_at is null`,
      values: [places.map(({ sessionId }) => sessionId), places.map(({ userId }) => userId)],
    });
    return rows;
  }

  /**
   * Returns the students of a class. `moved` includes students who moved to another organization; their results are kept.
   */
  async listRoster(sessionId: string, { moved = false } = {}): Promise<string[]> {
    const { rows } = await this.pool.query<{ user_id: string }>(
      'select user_id from read.rosters where session_id = $1 and removed_at is null and ($2 or moved_at is null)',
      [sessionId, moved],
    );
    return rows.map((row) => row.user_id);
  }

  /** Counts the enabled players on the roster: those the end of the class may disable, and those of other organizations. */
  async countAccounts(sessionId: string, organizationId: string | null): Promise<EndClassAccounts> {
    const { rows } = await this.pool.query<EndClassAccounts>(
      `select (count(*) filter (where p.organization_id = $2))::integer as disabled,
              (count(*) filter (where p.organization_id is distinct from $2 or $2 is null))::integer as outside
       from read.rosters r join read.people p on p.id = r.user_id
       where r.session_id = $1 and r.removed_at is null and r.moved_at is null
         and p.enabled and not p.deleted and p.role = any ($3)`,
      [sessionId, organizationId, PLAYERS],
    );
    return rows[0]!;
  }

  private async oneCourse(condition: string, value: string): Promise<CourseSummary | null> {
    const { rows } = await this.pool.query<CourseRow>(
      `select ${COURSE_COLUMNS} from read.courses c where ${condition}`,
      [value],
    );
    return rows[0] ? toCourse(rows[0]) : null;
  }
}

const toCourse = (row: CourseRow): CourseSummary => ({
  courseId: row.course_id,
  name: row.name,
  code: row.code,
  ownerId: row.owner_id,
  organizationId: row.organization_id,
  caption: row.caption,
  deleted: row.deleted_at !== null,
});

const toSession = (row: ClassRow): ClassSession => ({
  id: row.session_id,
  name: row.session_name,
  groupId: row.course_id,
  startDate: momentOrNull(row.started_at),
  endDate: momentOrNull(row.ended_at),
  scheduledStartDate: momentOrNull(row.scheduled_start),
  scheduledEndDate: momentOrNull(row.scheduled_end),
});

const momentOrNull = (date: Date | null): string | null => date && toMoment(date);
