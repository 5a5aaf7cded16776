import type {
  LiveChange,
  ProjectedEvent,
  Projection,
  ProjectionClient,
} from '../../platform/eventsourcing/projection.js';
import type { CourseEvent } from './course.events.js';

/** One row a course and one a class; what is due by now is derived when read, see `course.query.ts`. */
export const coursesProjection: Projection<CourseEvent> = {
  name: 'courses',
  version: 1,
  handles: [
    'CourseCreated',
    'ClassScheduled',
    'ClassScheduleCancelled',
    'ClassStarted',
    'ClassEndScheduled',
    'ClassEnded',
    'ClassResumed',
  ],
  tables: ['courses_v1', 'classes_v1'],
  schema: `
    create table courses_v1 (
      course_id uuid primary key,
      name text not null,
      code text not null,
      owner_id uuid not null,
      organization_id uuid,
      caption text not null
    );
    create index on courses_v1 (organization_id);
    create index on courses_v1 (owner_id);
    create unique index on courses_v1 (code);
    create table classes_v1 (
      session_id uuid primary key,
      course_id uuid not null,
      name text not null,
      started_at timestamptz,
      ended_at timestamptz,
      scheduled_start timestamptz,
      scheduled_end timestamptz,
      sequence bigint not null
    );
    create index on classes_v1 (course_id);
  `,
  apply: async (client, events) => {
    for (const event of events) await applyOne(client, event);
    return events.flatMap(changesOf);
  },
};

const changesOf = ({ data }: ProjectedEvent<CourseEvent>): LiveChange[] =>
  'sessionId' in data ? [{ topic: 'class', id: data.sessionId }] : [];

async function applyOne(client: ProjectionClient, event: ProjectedEvent<CourseEvent>): Promise<void> {
  switch (event.type) {
    case 'CourseCreated': {
      const { courseId, name, code, ownerId, organizationId, caption } = event.data;
      await client.query(
        `insert into courses_v1 (course_id, name, code, owner_id, organization_id, caption) values ($1, $2, $3, $4, $5, $6)
         on conflict (course_id) do nothing`,
        [courseId, name, code, ownerId, organizationId, caption],
      );
      return;
    }
    case 'ClassScheduled': {
      const { courseId, sessionId, name, scheduledStart } = event.data;
      await client.query(
        `insert into classes_v1 as c (session_id, course_id, name, scheduled_start, sequence) values ($1, $2, $3, $4, $5)
         on conflict (session_id) do update set scheduled_start = excluded.scheduled_start, sequence = excluded.sequence,
           scheduled_end = case when c.scheduled_end > excluded.scheduled_start then c.scheduled_end end
         where c.sequence < excluded.sequence`,
        [sessionId, courseId, name, scheduledStart, event.sequence],
      );
      return;
    }
    case 'ClassScheduleCancelled':
      await client.query('delete from classes_v1 where session_id = $1 and sequence < $2', [
        event.data.sessionId,
        event.sequence,
      ]);
      return;
    case 'ClassStarted': {
      const { courseId, sessionId, name, startedAt } = event.data;
      await client.query(
        `insert into classes_v1 as c (session_id, course_id, name, started_at, sequence) values ($1, $2, $3, $4, $5)
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
  }
}

async function change(
  client: ProjectionClient,
  event: ProjectedEvent<Extract<CourseEvent, { data: { sessionId: string } }>>,
  assignment: string,
  moment: string | null,
): Promise<void> {
  await client.query(
    `update classes_v1 set ${assignment}::timestamptz, sequence = $2 where session_id = $1 and sequence < $2`,
    [event.data.sessionId, event.sequence, moment],
  );
}
