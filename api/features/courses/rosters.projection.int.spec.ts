import fc from 'fast-check';
import type { Pool, PoolClient } from 'pg';
import { openPool } from '../../platform/database/pool.js';
import { createTestDatabase, type TestDatabase } from '../../platform/database/testing/test-database.js';
import { createTables } from '../../platform/eventsourcing/projecting/projection-tables.js';
import type { RecordedEvent } from '../../platform/eventsourcing/message.js';
import type { ProjectedEvent } from '../../platform/eventsourcing/projection.js';
import { sampleMetadata } from '../../platform/eventsourcing/testing/sample-events.js';
import type { CourseEvent } from './course.events.js';
import type { MembershipEvent } from './membership.events.js';
import { studentByStreams } from './roster-by-streams.js';
import { rostersProjection } from './rosters.projection.js';

type RosterEvent = Parameters<typeof rostersProjection.apply>[1][number];
type Step =
  | { readonly what: 'start' | 'end' | 'resume' }
  | { readonly what: 'join'; readonly student: number; readonly named: number | null }
  | { readonly what: 'leave' | 'move'; readonly student: number };

const id = (kind: string, number: number): string => `0198c0de-00${kind}-7000-8000-${String(number).padStart(12, '0')}`;
const courseId = id('c1', 1);
const STUDENTS = [0, 1, 2].map((number) => id('a1', number));
const classId = (number: number): string => id('d1', number);

const student = fc.nat(STUDENTS.length - 1);
/** A join may name any class: a due one, the running one, or one that has ended in the meantime. */
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('start', 'end', 'resume') }) },
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constant('join' as const),
        student,
        named: fc.option(fc.nat(3), { nil: null }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('leave' as const, 'move' as const), student }) },
  ),
  { maxLength: 16 },
);

/** Returns the events of the possible steps in log order. */
function historyOf(members: readonly number[], steps: readonly Step[]): ProjectedEvent<RosterEvent>[] {
  const memberIds = members.map((number) => STUDENTS[number]!);
  const events: { type: string; data: object }[] = [{ type: 'CourseCreated', data: { courseId, memberIds } }];
  let [started, running] = [0, false];
  for (const step of steps) {
    const sessionId = classId(started);
    if (step.what === 'join') {
      const named = step.named === null ? null : classId(step.named);
      events.push({ type: 'StudentJoined', data: { courseId, userId: STUDENTS[step.student], sessionId: named } });
    } else if (step.what === 'leave' || step.what === 'move') {
      const cause = step.what === 'move' ? { cause: 'moved' } : {};
      events.push({ type: 'StudentLeft', data: { courseId, userId: STUDENTS[step.student], ...cause } });
    } else if (step.what === 'start' && !running) {
      events.push({ type: 'ClassStarted', data: { courseId, sessionId: classId((started += 1)) } });
      running = true;
    } else if (step.what === 'end' && running) {
      events.push({ type: 'ClassEnded', data: { courseId, sessionId } });
      running = false;
    } else if (step.what === 'resume' && !running && started > 0) {
      events.push({ type: 'ClassResumed', data: { courseId, sessionId } });
      running = true;
    }
  }
  return events.map(({ type, data }, index) => ({
    type,
    data,
    stream: type.startsWith('Student') ? 'membership' : 'course',
    version: index,
    sequence: index + 1,
    eventId: id('00', index + 1),
    metadata: sampleMetadata(),
    position: { epoch: 1, transactionId: BigInt(index + 1), position: BigInt(index + 1) },
    recordedAt: '2026-03-02T09:00:00.000Z',
  })) as unknown as ProjectedEvent<RosterEvent>[];
}

let database: TestDatabase;
let pool: Pool;
let client: PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.appUrl);
  client = await pool.connect();
  await client.query('begin');
  await createTables(client, rostersProjection, 'read');
});
afterAll(async () => {
  await client.query('rollback');
  client.release();
  await pool.end();
  await database.drop();
});

/** Returns all rows after applying the history in batches of `size`, each batch `times` times in a row. */
async function rowsAfter(events: readonly ProjectedEvent<RosterEvent>[], size: number, times: number) {
  await client.query(`truncate ${rostersProjection.tables.map((table) => `read.${table}`).join(', ')}`);
  for (let start = 0; start < events.length; start += size) {
    for (let time = 0; time < times; time += 1) {
      await rostersProjection.apply(client, events.slice(start, start + size));
    }
  }
  const rows: Record<string, unknown>[][] = [];
  for (const table of rostersProjection.tables) {
    rows.push((await client.query<Record<string, unknown>>(`select * from read.${table} t order by t::text`)).rows);
  }
  return { members: rows[0]!, rosters: rows[2]!, all: rows };
}

const history = fc.tuple(fc.subarray([0, 1, 2]), steps).map(([members, wanted]) => historyOf(members, wanted));

it('agrees with the streams, and has every member on the roster of the running class', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      const { members, rosters } = await rowsAfter(events, 1_000, 1);
      const course = events.filter(({ stream }) => stream === 'course') as unknown as RecordedEvent<CourseEvent>[];
      const last = course.findLast(({ type }) => type !== 'CourseCreated');
      const running = last && last.type !== 'ClassEnded' ? (last.data as { sessionId: string }).sessionId : null;
      for (const userId of STUDENTS) {
        const own = events.filter(
          ({ type, data }) => type.startsWith('Student') && 'userId' in data && data.userId === userId,
        ) as unknown as RecordedEvent<MembershipEvent>[];
        const byStreams = studentByStreams(userId, course, own);
        const classes = rosters.filter(
          (row) => row['user_id'] === userId && row['removed_at'] === null && row['moved_at'] === null,
        );
        expect({
          member: members.some((row) => row['user_id'] === userId),
          classes: classes.map((row) => row['session_id'] as string).toSorted(),
        }).toEqual({ member: byStreams.member, classes: [...byStreams.classes].toSorted() });
        if (running && byStreams.member) expect([...byStreams.classes]).toContain(running);
      }
    }),
    { numRuns: 150 },
  );
});

it('produces the same rows for repeated batches and any batch size', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 1, max: 20 }), async (events, size) => {
      const { all } = await rowsAfter(events, 1_000, 1);
      expect((await rowsAfter(events, size, 2)).all).toEqual(all);
    }),
    { numRuns: 150 },
  );
});

it('notifies every topic that shows the students of a class when one leaves', async () => {
  const events = historyOf([0], [{ what: 'start' }, { what: 'leave', student: 0 }]);
  await rowsAfter(events.slice(0, -1), 1_000, 1);
  const changes = await rostersProjection.apply(client, events.slice(-1));
  const topics = changes.filter(({ id }) => id === classId(1)).map(({ topic }) => topic);
  expect(topics).toEqual(['gradebook', 'quiz', 'leaderboard', 'recording', 'review']);
});
