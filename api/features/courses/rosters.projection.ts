import type {
  LiveChange,
  ProjectedEvent,
  Projection,
  ProjectionClient,
} from '../../platform/eventsourcing/projection.js';
import { runsOfType } from '../../platform/eventsourcing/projecting/runs-of-type.js';
import type { ClassEnded, ClassResumed, ClassStarted, CourseCreated } from './course.events.js';
import type { StudentJoined, StudentLeft } from './membership.events.js';

type RosterEvent = CourseCreated | ClassStarted | ClassEnded | ClassResumed | StudentJoined | StudentLeft;

/**
 * Who belongs to a course now, and who to each of its classes. Members are copied to a class when it starts, taken off the
 * course when it ends (the roster stays with the class), and put back when it is resumed. A roster row that is gone stays as
 * a tombstone, so that watchers learn of it. What is older than a member or a row changes neither, so that a batch fed twice
 * copies nobody who came later.
 */
export const rostersProjection: Projection<RosterEvent> = {
  name: 'rosters',
  version: 3,
  handles: ['CourseCreated', 'ClassStarted', 'ClassEnded', 'ClassResumed', 'StudentJoined', 'StudentLeft'],
  tables: ['members_v3', 'running_classes_v3', 'rosters_v3', 'last_joins_v3'],
  schema: `
    create table members_v3 (course_id uuid, user_id uuid, sequence bigint not null, primary key (course_id, user_id));
    create index on members_v3 (user_id);
    create table running_classes_v3 (course_id uuid primary key, session_id uuid, ended_sequence bigint not null);
    create table rosters_v3 (
      session_id uuid,
      user_id uuid,
      course_id uuid not null,
      removed_at timestamptz,
      sequence bigint not null,
      primary key (session_id, user_id)
    );
    create index on rosters_v3 (session_id, sequence);
    create index on rosters_v3 (user_id);
    create index on rosters_v3 (session_id) where removed_at is not null;
    create table last_joins_v3 (user_id uuid primary key, course_id uuid not null, session_id uuid, sequence bigint not null);
  `,
  apply: async (client, events) => {
    const changes: LiveChange[] = [];
    for (const run of runsOfType<ProjectedEvent<RosterEvent>>(events)) {
      if (run.type === 'StudentJoined') await join(client, run.events);
      else for (const event of run.events) changes.push(...(await applyOne(client, event)));
      if (run.type === 'StudentJoined') changes.push(...run.events.flatMap(({ data }) => watchersOf(data.sessionId)));
    }
    return changes;
  },
};

/** Where a class's students are rows or places. */
const watchersOf = (sessionId: string | null): LiveChange[] =>
  sessionId ? ['gradebook', 'quiz', 'leaderboard'].map((topic) => ({ topic, id: sessionId })) : [];

async function join(client: ProjectionClient, events: readonly ProjectedEvent<StudentJoined>[]): Promise<void> {
  const rows = JSON.stringify(events.map(({ data, sequence }) => ({ ...data, sequence })));
  const joined = `jsonb_to_recordset($1) as j ("courseId" uuid, "userId" uuid, "sessionId" uuid, sequence bigint)`;
  await client.query(
    `insert into members_v3 select "courseId", "userId", min(sequence) from ${joined} group by 1, 2 on conflict do nothing`,
    [rows],
  );
  await client.query(
    `insert into rosters_v3 as r (session_id, user_id, course_id, sequence)
     select distinct on ("sessionId", "userId") "sessionId", "userId", "courseId", sequence
     from ${joined} where "sessionId" is not null order by "sessionId", "userId", sequence desc
     on conflict (session_id, user_id) do update set removed_at = null, sequence = excluded.sequence
     where r.sequence < excluded.sequence`,
    [rows],
  );
  await client.query(
    `insert into last_joins_v3 as l (user_id, course_id, session_id, sequence)
     select distinct on ("userId") "userId", "courseId", "sessionId", sequence from ${joined} order by "userId", sequence desc
     on conflict (user_id) do update
       set course_id = excluded.course_id, session_id = excluded.session_id, sequence = excluded.sequence
     where l.sequence < excluded.sequence`,
    [rows],
  );
}

async function applyOne(
  client: ProjectionClient,
  event: ProjectedEvent<Exclude<RosterEvent, StudentJoined>>,
): Promise<LiveChange[]> {
  switch (event.type) {
    case 'CourseCreated':
      await client.query('insert into members_v3 select $1, unnest($2::uuid[]), $3 on conflict do nothing', [
        event.data.courseId,
        event.data.memberIds,
        event.sequence,
      ]);
      return [];
    case 'ClassStarted':
      await run(client, event.data);
      await client.query(
        `insert into rosters_v3 (session_id, user_id, course_id, sequence)
         select $1, user_id, course_id, $3 from members_v3 where course_id = $2 and sequence < $3
         on conflict do nothing`,
        [event.data.sessionId, event.data.courseId, event.sequence],
      );
      return watchersOf(event.data.sessionId);
    case 'ClassEnded':
      await client.query('delete from members_v3 where course_id = $1 and sequence < $2', [
        event.data.courseId,
        event.sequence,
      ]);
      await client.query(
        `insert into running_classes_v3 as c values ($1, null, $2) on conflict (course_id) do update
           set session_id = null, ended_sequence = greatest(c.ended_sequence, excluded.ended_sequence)`,
        [event.data.courseId, event.sequence],
      );
      return [];
    case 'ClassResumed':
      await run(client, event.data);
      await client.query(
        `insert into members_v3 select course_id, user_id, $2 from rosters_v3 where session_id = $1 and removed_at is null
         on conflict do nothing`,
        [event.data.sessionId, event.sequence],
      );
      return [];
    case 'StudentLeft':
      return leave(client, event);
  }
}

const run = (
  client: ProjectionClient,
  { courseId, sessionId }: { courseId: string; sessionId: string },
): Promise<unknown> =>
  client.query(
    `insert into running_classes_v3 values ($1, $2, 0) on conflict (course_id) do update set session_id = excluded.session_id`,
    [courseId, sessionId],
  );

/**
 * Off the course, off the class that runs now, and off what they joined since the last one ended: by the clock it may have run
 * before its start was recorded. The rosters of earlier classes stay as they were.
 */
async function leave(client: ProjectionClient, event: ProjectedEvent<StudentLeft>): Promise<LiveChange[]> {
  const { courseId, userId } = event.data;
  await client.query('delete from members_v3 where course_id = $1 and user_id = $2 and sequence < $3', [
    courseId,
    userId,
    event.sequence,
  ]);
  const { rows } = await client.query<{ session_id: string }>(
    `update rosters_v3 r set removed_at = $3, sequence = $4
     from (select max(session_id::text)::uuid as session_id, coalesce(max(ended_sequence), 0) as ended_sequence
           from running_classes_v3 where course_id = $1) c
     where r.course_id = $1 and r.user_id = $2 and r.removed_at is null and r.sequence < $4
       and (r.session_id = c.session_id or r.sequence > c.ended_sequence)
     returning r.session_id`,
    [courseId, userId, event.recordedAt, event.sequence],
  );
  return rows.flatMap((row) => watchersOf(row.session_id));
}
