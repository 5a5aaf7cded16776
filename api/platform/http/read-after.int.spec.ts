import type { Pool } from 'pg';
import type { Gradebook } from '../../contracts/gradebook.contract.js';
import { gradebookRows } from '../../contracts/gradebook-rows.rule.js';
import type { ClassSession, Group } from '../../contracts/group.contract.js';
import { sampleAttempt } from '../../testing/sample-attempt.js';
import type { Answer, TestClient } from '../../testing/test-client.js';
import { POOL } from '../database/pool.js';
import { TestPlatform } from '../../testing/test-platform.js';

let platform: TestPlatform;
let admin: TestClient;
let instructor: TestClient;
let student: TestClient;
let session: ClassSession;

beforeAll(async () => {
  platform = await TestPlatform.start();
  const organization = await platform.organization();
  admin = await platform.admin();
  [instructor, student] = [
    await platform.person('Instructor', organization),
    await platform.person('User', organization),
  ];
  ({ session } = await platform.runningClass(instructor, organization, [student]));
});
afterAll(() => platform.stop());

it('includes the preceding write in a read, a hundred times in a row', async () => {
  for (let points = 1; points <= 100; points += 1) {
    const attempt = sampleAttempt(session.id, undefined, { totalScore: points });
    const written = await student.post('/scores', attempt);
    const position = written.headers.get('x-log-position')!;
    const read = await readAfter(position);
    expect(read).toMatchObject({ status: 200 });
    const cell = gradebookRows(read.body).find((row) => row.key === `${student.userId}:${attempt.scenarioId}`);
    expect(cell?.value).toMatchObject({ total: points });
  }
});

/** Retries stale reads. A transaction of another spec on the same server can delay the projector by more than a second. */
async function readAfter(position: string): Promise<Answer<Gradebook>> {
  for (let tries = 1; ; tries += 1) {
    const read = await instructor.get<Gradebook>(`/sessions/${session.id}/gradebook`, { 'x-read-after': position });
    if (read.headers.get('x-stale') === null || tries === 10) return read;
  }
}

it('responds with a stale marker when the position is not reached in time', async () => {
  const read = await instructor.get(`/sessions/${session.id}/gradebook`, { 'x-read-after': '999999999.1.1' });
  expect(read.status).toBe(200);
  expect(read.headers.get('x-stale')).toBe('true');
});

it('responds with 503 instead of 404 when the object may not be projected yet', async () => {
  const writer = await platform.app.get<Pool>(POOL).connect();
  try {
    // Stops the projector, for every log implementation.
    await writer.query("begin; select from plain.checkpoints where reader = 'projector' for update");
    const created = await admin.post<Group>('/groups', { name: 'Late', ownerId: instructor.userId, memberIds: [] });
    const ofLate = `/groups/${created.body.id}`;
    const early = await admin.get(ofLate);
    expect([early.status, early.problem.code, early.headers.get('x-stale')]).toEqual([503, 'UNAVAILABLE', 'true']);
    expect((await admin.get(ofLate, { 'x-read-after': '999999999.1.1' })).status).toBe(404);
    await writer.query('rollback');
    await platform.settled();
    expect((await admin.get(ofLate)).status).toBe(200);
  } finally {
    writer.release(true);
  }
});

it('ignores a header that is not a log position', async () => {
  const read = await instructor.get(`/sessions/${session.id}/gradebook`, { 'x-read-after': 'yesterday' });
  expect([read.status, read.headers.get('x-stale')]).toEqual([200, null]);
});
