import type {
  LiveChange,
  ProjectedEvent,
  Projection,
  ProjectionClient,
} from '../../platform/eventsourcing/projection.js';
import { runsOfType } from '../../platform/eventsourcing/projecting/runs-of-type.js';
import type { ClassEnded, ClassResumed, ClassStarted, CourseCreated } from './course.events.js';
import type { StudentJoined, StudentLeft } from './membership.events.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** A student left the roster of a class. The id is a `rosterKey`. */
    'roster-place': string;
  }
}

type RosterEvent = CourseCreated | ClassStarted | ClassEnded | ClassResumed | StudentJoined | StudentLeft;

/**
 * Current members of each course and the roster of each of its classes. The rule is that of `roster-by-streams.ts`: a member
 * of a course while a class of it runs is on that class's roster. The order of join and start, end or resume does not
 * matter. The end of a class removes all members from the course. Its roster is kept and is restored when the class resumes.
 *
 * `removed_at` marks a tombstone, so that watchers learn of the removal. `moved_at` marks a student who moved to another
 * organization. The results stay in the gradebook, but the student has no access and is no longer a student of the class.
 * `joined_at` is when the student first joined the class, or null for members of the course when it started.
 *
 * `roster_steps` contains every change of a roster, so that a recording can show an earlier one.
 *
 * A batch can be applied twice: `running_classes` only moves forward. For an event older than its row, the row is ignored,
 * because it does not say which class ran at that time.
 */
export const rostersProjection: Projection<RosterEvent> = {
  name: 'rosters',
  version: 5,
  handles: ['CourseCreated', 'ClassStarted', 'ClassEnded', 'ClassResumed', 'StudentJoined', 'StudentLeft'],
  tables: ['members_v5', 'running_classes_v5', 'rosters_v5', 'roster_steps_v5', 'last_joins_v5'],
  schema: `
    create table members_v5 (course_id uuid, user_id uuid, sequence bigint not null, primary key (course_id, user_id));
    create index on members_v5 (user_id);
    create table running_classes_v5 (
      course_id uuid primary key,
      session_id uuid,
      sequence bigint not null,
      ended_sequence bigint not null
    );
    create table rosters_v5 (
      session_id uuid,
      user_id uuid,
      course_id uuid not null,
      joined_at timestamptz,
      removed_at timestamptz,
      moved_at timestamptz,
      sequence bigint not null,
      primary key (session_id, user_id)
    );
    create index on rosters_v5 (session_id, sequence);
    create index on rosters_v5 (user_id);
    create index on rosters_v5 (session_id) where removed_at is not null;
    create table roster_steps_v5 (
      session_id uuid,
      user_id uuid,
      sequence bigint,
      at timestamptz not null,
      step text not null,
      primary key (session_id, user_id, sequence)
    );
    create table last_joins_v5 (user_id uuid primary key, course_id uuid not null, session_id uuid, sequence bigint not null);
  `,
  apply: async (client, events) => {
    const changes: LiveChange[] = [];
    for (const run of runsOfType<ProjectedEvent<RosterEvent>>(events)) {
      if (run.type === 'StudentJoined') changes.push(...(await join(client, run.events)));
      else for (const event of run.events) changes.push(...(await applyOne(client, event)));
    }
    return changes;
  },
};

/** Identifies one student on the roster of one class. */
export const rosterKey = (sessionId: string, userId: string): string => `${sessionId}:${userId}`;

/** Topics that show the students of a class as rows or ranks. */
const watchersOf = (sessionId: string): LiveChange[] =>
  (['gradebook', 'quiz', 'leaderboard', 'recording', 'review'] as const).map((topic) => ({ topic, id: sessionId }));

/** Adds the students to the roster of the class they named and of the running class, which may be a different one. */
async function join(
  client: ProjectionClient,
  events: readonly ProjectedEvent<StudentJoined>[],
): Promise<readonly LiveChange[]> {
  const rows = JSON.stringify(
    events.map(({ data, sequence, recordedAt, metadata }) => ({
      ...data,
      sequence,
      recordedAt,
      at: metadata.occurredAt,
    })),
  );
  const joined = `(
    select j."courseId", j."userId", j."sessionId", j.sequence, j."recordedAt", j.at, c.session_id as running
    from jsonb_to_recordset($1) as j ("courseId" uuid, "userId" uuid, "sessionId" uuid, sequence bigint,
                                            "recordedAt" timestamptz, at timestamptz)
    left join running_classes_v5 c on c.course_id = j."courseId" and c.sequence < j.sequence) j`;
  await client.query(
    `insert into members_v5 select "courseId", "userId", min(sequence) from ${joined} group by 1, 2 on conflict do nothing`,
    [rows],
  );
  const { rows: joinedClasses } = await client.query<{ session_id: string }>(
    `with joins as (
       select on_roster, "userId", "courseId", sequence, "recordedAt", at
       from ${joined}, unnest(array["sessionId", running]) as on_roster where on_roster is not null
     ), changed as (
       insert into rosters_v5 as r (session_id, user_id, course_id, joined_at, sequence)
       select distinct on (on_roster, "userId") on_roster, "userId", "courseId",
         min("recordedAt") over (partition by on_roster, "userId"), sequence
       from joins order by on_roster, "userId", sequence desc
       on conflict (session_id, user_id) do update set removed_at = null, moved_at = null, sequence = excluded.sequence
       where r.sequence < excluded.sequence
       returning session_id, user_id
     ), steps as (
       insert into roster_steps_v5
       select distinct on (on_roster, "userId") on_roster, "userId", joins.sequence, joins.at, 'joined'
       from joins join changed c on c.session_id = on_roster and c.user_id = "userId"
         left join rosters_v5 former on former.session_id = on_roster and former.user_id = "userId"
       where former.session_id is null
         or (former.removed_at is not null or former.moved_at is not null) and former.sequence < joins.sequence
       order by on_roster, "userId", joins.sequence
       on conflict do nothing
     )
     select session_id from changed`,
    [rows],
  );
  await client.query(
    `insert into last_joins_v5 as l (user_id, course_id, session_id, sequence)
     select distinct on ("userId") "userId", "courseId", coalesce(running, "sessionId"), sequence
     from ${joined} order by "userId", sequence desc
     on conflict (user_id) do update
       set course_id = excluded.course_id, session_id = excluded.session_id, sequence = excluded.sequence
     where l.sequence < excluded.sequence`,
    [rows],
  );
  return [...new Set(joinedClasses.map((row) => row.session_id))].flatMap(watchersOf);
}

async function applyOne(
  client: ProjectionClient,
  event: ProjectedEvent<Exclude<RosterEvent, StudentJoined>>,
): Promise<readonly LiveChange[]> {
  const { courseId } = event.data;
  switch (event.type) {
    case 'CourseCreated':
      await client.query('insert into members_v5 select $1, unnest($2::uuid[]), $3 on conflict do nothing', [
        courseId,
        event.data.memberIds,
        event.sequence,
      ]);
      return [];
    case 'ClassStarted':
      return run(client, event);
    case 'ClassEnded':
      await client.query('delete from members_v5 where course_id = $1 and sequence < $2', [courseId, event.sequence]);
      await client.query(
        `insert into running_classes_v5 as c values ($1, null, $2, $2) on conflict (course_id) do update
           set session_id = null, sequence = excluded.sequence, ended_sequence = excluded.sequence
           where c.sequence < excluded.sequence`,
        [courseId, event.sequence],
      );
      return [];
    case 'ClassResumed':
      await client.query(
        `insert into members_v5 select course_id, user_id, $2 from rosters_v5
         where session_id = $1 and removed_at is null and moved_at is null and sequence < $2
         on conflict do nothing`,
        [event.data.sessionId, event.sequence],
      );
      return run(client, event);
    case 'StudentLeft':
      return event.data.cause === 'moved' ? moveAway(client, event) : leave(client, event);
  }
}

/** Adds every member of the course to the roster of a class that starts or resumes. */
async function run(
  client: ProjectionClient,
  { data: { courseId, sessionId }, sequence, metadata }: ProjectedEvent<ClassStarted | ClassResumed>,
): Promise<readonly LiveChange[]> {
  await client.query(
    `insert into running_classes_v5 as c values ($1, $2, $3, 0) on conflict (course_id) do update
       set session_id = excluded.session_id, sequence = excluded.sequence where c.sequence < excluded.sequence`,
    [courseId, sessionId, sequence],
  );
  await client.query(
    `with joined as (
       insert into rosters_v5 as r (session_id, user_id, course_id, sequence)
       select $1, user_id, course_id, $3 from members_v5 where course_id = $2 and sequence < $3
       on conflict (session_id, user_id) do update set removed_at = null, moved_at = null, sequence = excluded.sequence
       where (r.removed_at is not null or r.moved_at is not null) and r.sequence < excluded.sequence
       returning session_id, user_id
     )
     insert into roster_steps_v5 select session_id, user_id, $3, $4, 'joined' from joined on conflict do nothing`,
    [sessionId, courseId, sequence, metadata.occurredAt],
  );
  return watchersOf(sessionId);
}

const deleteMember = (client: ProjectionClient, { data, sequence }: ProjectedEvent<StudentLeft>): Promise<unknown> =>
  client.query('delete from members_v5 where course_id = $1 and user_id = $2 and sequence < $3', [
    data.courseId,
    data.userId,
    sequence,
  ]);

/** SQL that records the step of a student in the classes of `changed`, with the values of {@link valuesOf}. */
const stepsOfLeaver = (step: 'left' | 'moved'): string => `
  steps as (insert into roster_steps_v5 select session_id, $2, $4, $5, '${step}' from changed on conflict do nothing)`;

const valuesOf = ({ data, sequence, recordedAt, metadata }: ProjectedEvent<StudentLeft>): unknown[] => [
  data.courseId,
  data.userId,
  recordedAt,
  sequence,
  metadata.occurredAt,
];

/**
 * Removes the student from the course, the running class, and the classes joined since the last one ended. The latter are
 * needed because a class that is due to start can be joined before its start is recorded. Rosters of earlier classes stay
 * unchanged.
 */
async function leave(client: ProjectionClient, event: ProjectedEvent<StudentLeft>): Promise<readonly LiveChange[]> {
  await deleteMember(client, event);
  const { rows } = await client.query<{ session_id: string }>(
    `with changed as (
       update rosters_v5 r set removed_at = $3, sequence = $4
       from (select max(session_id::text)::uuid as session_id, coalesce(max(sequence), 0) as sequence,
                    coalesce(max(ended_sequence), 0) as ended_sequence
             from running_classes_v5 where course_id = $1) c
       where r.course_id = $1 and r.user_id = $2 and r.removed_at is null and r.moved_at is null and r.sequence < $4
         and ((r.session_id = c.session_id and c.sequence < $4) or r.sequence > c.ended_sequence)
       returning r.session_id
     ), ${stepsOfLeaver('left')}
     select session_id from changed`,
    valuesOf(event),
  );
  return changesOfLeaver(rows, event.data.userId);
}

/** Removes a student who moved from the course and all of its classes. The gradebooks keep the results. */
async function moveAway(client: ProjectionClient, event: ProjectedEvent<StudentLeft>): Promise<readonly LiveChange[]> {
  await deleteMember(client, event);
  const { rows } = await client.query<{ session_id: string }>(
    `with changed as (
       update rosters_v5 set moved_at = $3, sequence = $4
       where course_id = $1 and user_id = $2 and removed_at is null and moved_at is null and sequence < $4
       returning session_id
     ), ${stepsOfLeaver('moved')}
     select session_id from changed`,
    valuesOf(event),
  );
  return changesOfLeaver(rows, event.data.userId);
}

/** Notifies the watchers, and the score intake of every node, which caches the place. */
const changesOfLeaver = (rows: readonly { session_id: string }[], userId: string): LiveChange[] =>
  rows.flatMap(({ session_id: sessionId }) => [
    ...watchersOf(sessionId),
    { topic: 'roster-place', id: rosterKey(sessionId, userId) },
  ]);
