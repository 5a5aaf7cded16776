import type {
  LiveChange,
  ProjectedEvent,
  Projection,
  ProjectionClient,
} from '../../platform/eventsourcing/projection.js';
import type { CourseEvent, CourseInstructorChanged } from './course.events.js';
import type { MembershipEvent } from './membership.events.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** A course, its members or its classes changed; the id is the course's. */
    course: string;
    /** A class of a course started, ended or was scheduled; the id is the course's. */
    'course-class': string;
    /** A class started, ended or was scheduled; the id is the class's. */
    class: string;
    /** A list of courses changed; the id is `all`, `owner:{userId}` or `organization:{id}`. */
    courses: string;
  }
}

type CoursesEvent = CourseEvent | MembershipEvent;

/**
 * Courses and classes, one row each. Due starts and ends are derived at read time, see `course.query.ts`. Members are in
 * `rosters.projection.ts`; their events only update the sequence of the course, because lists show the number of members.
 * Deleted courses are kept for their gradebooks. Former instructors are kept as tombstones, so that their watchers learn of
 * the change.
 */
export const coursesProjection: Projection<CoursesEvent> = {
  name: 'courses',
  version: 2,
  handles: [
    'CourseCreated',
    'ClassScheduled',
    'ClassScheduleCancelled',
    'ClassStarted',
    'ClassEndScheduled',
    'ClassEnded',
    'ClassResumed',
    'CourseInstructorChanged',
    'CourseDeleted',
    'StudentJoined',
    'StudentLeft',
  ],
  tables: ['courses_v2', 'classes_v2', 'former_instructors_v2'],
  schema: `
    create table courses_v2 (
      course_id uuid primary key,
      name text not null,
      code text not null,
      owner_id uuid not null,
      organization_id uuid,
      caption text not null,
      deleted_at timestamptz,
      sequence bigint not null
    );
    create index on courses_v2 (sequence);
    create index on courses_v2 (organization_id);
    create index on courses_v2 (owner_id);
    create unique index on courses_v2 (code);
    create table classes_v2 (
      session_id uuid primary key,
      course_id uuid not null,
      name text not null,
      started_at timestamptz,
      ended_at timestamptz,
      scheduled_start timestamptz,
      scheduled_end timestamptz,
      sequence bigint not null
    );
    create index on classes_v2 (course_id);
    create table former_instructors_v2 (
      user_id uuid,
      course_id uuid,
      sequence bigint not null,
      primary key (user_id, course_id)
    );
  `,
  apply: async (client, events) => {
    for (const event of events) await applyOne(client, event);
    await raiseSequences(client, events);
    return [...changesOf(events), ...(await changedListings(client, events))];
  },
};

function changesOf(events: readonly ProjectedEvent<CoursesEvent>[]): LiveChange[] {
  const courses = [...new Set(events.map(({ data }) => data.courseId))];
  const withClass = new Set(events.filter(({ type }) => type.startsWith('Class')).map(({ data }) => data.courseId));
  return [
    ...courses.map((id): LiveChange => ({ topic: 'course', id })),
    ...[...withClass].map((id): LiveChange => ({ topic: 'course-class', id })),
    ...events.flatMap(({ type, data }): LiveChange[] => {
      if (type === 'CourseInstructorChanged' || type === 'CourseDeleted')
        return [{ topic: 'access', id: data.courseId }];
      return type.startsWith('Class') && 'sessionId' in data && data.sessionId
        ? [{ topic: 'class', id: data.sessionId }]
        : [];
    }),
  ];
}

/** Returns the changed course lists: those of present and former instructors, of the organizations, and the list of all. */
async function changedListings(
  client: ProjectionClient,
  events: readonly ProjectedEvent<CoursesEvent>[],
): Promise<LiveChange[]> {
  const { rows } = await client.query<{ owner_id: string; organization_id: string | null }>(
    'select distinct owner_id, organization_id from courses_v2 where course_id = any ($1::uuid[])',
    [[...new Set(events.map(({ data }) => data.courseId))]],
  );
  const former = events.flatMap(({ type, data }) => (type === 'CourseInstructorChanged' ? [data.from] : []));
  const ids = [
    'all',
    ...[...rows.map((row) => row.owner_id), ...former].map((id) => `owner:${id}`),
    ...rows.flatMap((row) => (row.organization_id ? [`organization:${row.organization_id}`] : [])),
  ];
  return [...new Set(ids)].map((id) => ({ topic: 'courses', id }));
}

/** Sets the sequence of each course to its newest event, including events of its members. */
async function raiseSequences(
  client: ProjectionClient,
  events: readonly ProjectedEvent<CoursesEvent>[],
): Promise<void> {
  await client.query(
    `update courses_v2 c set sequence = e.sequence
     from (select "courseId", max(sequence) as sequence
           from jsonb_to_recordset($1) as e ("courseId" uuid, sequence bigint) group by 1) e
     where c.course_id = e."courseId" and c.sequence < e.sequence`,
    [JSON.stringify(events.map(({ data, sequence }) => ({ courseId: data.courseId, sequence })))],
  );
}

async function applyOne(client: ProjectionClient, event: ProjectedEvent<CoursesEvent>): Promise<void> {
  switch (event.type) {
    case 'CourseCreated': {
      const { courseId, name, code, ownerId, organizationId, caption } = event.data;
      await client.query(
        `insert into courses_v2 (course_id, name, code, owner_id, organization_id, caption, sequence)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (course_id) do nothing`,
        [courseId, name, code, ownerId, organizationId, caption, event.sequence],
      );
      return;
    }
    case 'ClassScheduled': {
      const { courseId, sessionId, name, scheduledStart } = event.data;
      await client.query(
        `insert into classes_v2 as c (session_id, course_id, name, scheduled_start, sequence) values ($1, $2, $3, $4, $5)
         on conflict (session_id) do update set scheduled_start = excluded.scheduled_start, sequence = excluded.sequence,
           scheduled_end = case when c.scheduled_end > excluded.scheduled_start then c.scheduled_end end
         where c.sequence < excluded.sequence`,
        [sessionId, courseId, name, scheduledStart, event.sequence],
      );
      return;
    }
    case 'ClassScheduleCancelled':
      await client.query('delete from classes_v2 where session_id = $1 and sequence < $2', [
        event.data.sessionId,
        event.sequence,
      ]);
      return;
    case 'ClassStarted': {
      const { courseId, sessionId, name, startedAt } = event.data;
      await client.query(
        `insert into classes_v2 as c (session_id, course_id, name, started_at, sequence) values ($1, $2, $3, $4, $5)
         on conflict (session_id) do update
           set started_at = excluded.started_at, scheduled_start = null, sequence = excluded.sequence
         where c.sequence < excluded.sequence`,
        [sessionId, courseId, name, startedAt, event.sequence],
      );
      return;
    }
    case 'ClassEndScheduled':
      return change(client, event, 'scheduled_end = $3', event.data.scheduledEnd);
    case 'ClassEnded':
      return change(client, event, 'ended_at = $3', event.data.endedAt);
    case 'ClassResumed':
      return change(client, event, 'ended_at = $3, scheduled_end = $3', null);
    case 'CourseInstructorChanged':
      return changeInstructor(client, event);
    case 'CourseDeleted':
      await client.query(
        'update courses_v2 set deleted_at = $3, sequence = $2 where course_id = $1 and sequence < $2',
        [event.data.courseId, event.sequence, event.data.deletedAt],
      );
      return;
    case 'StudentJoined':
    case 'StudentLeft':
      return;
  }
}

async function changeInstructor(
  client: ProjectionClient,
  { data, sequence }: ProjectedEvent<CourseInstructorChanged>,
): Promise<void> {
  await client.query('update courses_v2 set owner_id = $3, sequence = $2 where course_id = $1 and sequence < $2', [
    data.courseId,
    sequence,
    data.to,
  ]);
  await client.query(
    `insert into former_instructors_v2 as f (user_id, course_id, sequence) values ($1, $2, $3)
     on conflict (user_id, course_id) do update set sequence = greatest(f.sequence, excluded.sequence)`,
    [data.from, data.courseId, sequence],
  );
}

async function change(
  client: ProjectionClient,
  event: ProjectedEvent<Extract<CourseEvent, { data: { sessionId: string } }>>,
  assignment: string,
  moment: string | null,
): Promise<void> {
  await client.query(
    `update classes_v2 set ${assignment}::timestamptz, sequence = $2 where session_id = $1 and sequence < $2`,
    [event.data.sessionId, event.sequence, moment],
  );
}
