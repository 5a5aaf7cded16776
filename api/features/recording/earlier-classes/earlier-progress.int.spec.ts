import type { Pool } from 'pg';
import { EarlierProgress } from '../../../contracts/class-progress.contract.js';
import type { ClassSession } from '../../../contracts/group.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { classKit } from '../../../testing/class-kit.js';
import { lessonScenario, sampleAttempt } from '../../../testing/sample-attempt.js';
import type { TestClient } from '../../../testing/test-client.js';
import { StoreProgress } from './store-progress.js';

const kit = classKit();
/** The newest class of the course, or an earlier one. */
let sessionId: string;
beforeEach(async () => {
  sessionId = kit.session.id;
  await kit.platform.settled();
});

const pool = () => kit.platform.app.get<Pool>(POOL);
const store = async () => {
  await kit.platform.settled();
  await kit.platform.app.get(StoreProgress).sweep();
};
const submit = async (client: TestClient, ...rest: [] | [Parameters<typeof sampleAttempt>[1]]) =>
  expect((await client.post('/scores', sampleAttempt(sessionId, ...rest))).status).toBe(202);
const end = () => kit.instructor.delete(`/groups/${kit.course.id}/activesession`);

/** Moves the start of the present class into the past, so that its results have minutes. */
async function age(minutes: number): Promise<void> {
  await kit.platform.settled();
  await pool().query(
    'update read.classes set started_at = started_at - make_interval(mins => $2) where session_id = $1',
    [sessionId, minutes],
  );
}

async function startNext(): Promise<void> {
  const { body } = await kit.instructor.put<ClassSession>(`/groups/${kit.course.id}/activesession`, {});
  sessionId = body.id;
  for (const client of [kit.student, kit.other]) await client.post('/groups/join', { code: kit.course.password });
  await kit.platform.settled();
}

const read = async () =>
  EarlierProgress.parse((await kit.instructor.get<EarlierProgress>(`/sessions/${sessionId}/earlier-progress`)).body);
const stored = async () =>
  (
    await pool().query<{ minutes: number; students: number; steps: unknown }>(
      'select minutes, students, steps from plain.class_progress where session_id = $1',
      [sessionId],
    )
  ).rows;

/** A class of this length: one student completes a scenario, the other one two, one of them twice. */
async function pastClass(minutes: number): Promise<void> {
  await age(minutes);
  await submit(kit.student);
  await submit(kit.other);
  await submit(kit.other, lessonScenario);
  await submit(kit.other, lessonScenario);
  await end();
  await store();
}

it('is shown from three ended classes of the course on, as the median of those that lasted as long', async () => {
  for (const [nth, minutes] of [30, 12, 12].entries()) {
    expect(await read()).toEqual({ classes: nth, missing: 3 - nth, minutes: 0, steps: [] });
    await pastClass(minutes);
    await startNext();
  }
  // In each class, one of two students completes one scenario at its end, and the other one completes two.
  expect(await read()).toEqual({ classes: 3, missing: 0, minutes: 12, steps: [[12, 1, 1, 2]] });
});

it('stores the progress of an ended class, of the students on its roster', async () => {
  await age(30);
  await submit(kit.student);
  await store();
  expect(await stored()).toEqual([]);
  await end();
  await store();
  expect(await stored()).toEqual([{ minutes: 30, students: 2, steps: [[30, 0, 0, 1]] }]);
});

it('stores the progress of a resumed class again when it ends again, and shows none while it runs', async () => {
  await pastClass(10);
  const first = sessionId;
  await startNext();
  expect((await read()).classes).toBe(1);
  await end();
  await store();
  sessionId = first;
  expect((await read()).classes).toBe(0);
  const before = await stored();
  await pool().query("update read.classes set ended_at = ended_at + interval '5 minutes' where session_id = $1", [
    first,
  ]);
  await kit.platform.app.get(StoreProgress).sweep();
  expect(await stored()).toEqual([{ ...before[0], minutes: 15 }]);
});

it('includes results that arrive after the end, once they no longer can', async () => {
  await pastClass(10);
  await pool().query(`update plain.class_progress set steps = '[]' where session_id = $1`, [sessionId]);
  await store();
  expect(await stored()).toMatchObject([{ steps: [] }]);
  await pool().query(
    `update read.classes set ended_at = ended_at - interval '21 minutes', started_at = started_at - interval '21 minutes' where session_id = $1`,
    [sessionId],
  );
  await pool().query(
    `update plain.class_progress set ended_at = ended_at - interval '21 minutes', computed_at = computed_at - interval '21 minutes' where session_id = $1`,
    [sessionId],
  );
  await kit.platform.app.get(StoreProgress).sweep();
  expect(await stored()).toMatchObject([{ steps: [[10, 1, 1, 2]] }]);
});

it('deletes the progress of a deleted course', async () => {
  await pastClass(10);
  await (await kit.platform.admin()).delete(`/groups/${kit.course.id}`);
  await store();
  expect(await stored()).toEqual([]);
});
