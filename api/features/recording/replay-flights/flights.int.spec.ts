import type { Pool } from 'pg';
import type { FlightRecording } from '../../../contracts/flight.contract.js';
import { RecordedFlight } from '../../../contracts/recorded-flight.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { classKit } from '../../../testing/class-kit.js';
import { competeScenario, sampleAttempt } from '../../../testing/sample-attempt.js';
import type { TestClient } from '../../../testing/test-client.js';

const kit = classKit();
beforeEach(() => kit.platform.settled());

const FLIGHT: FlightRecording = {
  module: '0'.repeat(64),
  scenarioVersion: 1,
  steps: 900,
  inputs: [
    [300, 0.4, 1.1, -0.2],
    [310, 1],
  ],
};

async function submit(flight?: FlightRecording) {
  const attempt = sampleAttempt(kit.session.id, competeScenario, flight ? { flight } : {});
  expect((await kit.student.post('/scores', attempt)).status).toBe(202);
  await kit.platform.settled();
  return attempt;
}
const get = (client: TestClient, attemptId: string, sessionId = kit.session.id) =>
  client.get<RecordedFlight>(`/sessions/${sessionId}/flights/${attemptId}`);
const read = async (attemptId: string) => RecordedFlight.parse((await get(kit.instructor, attemptId)).body);

it('contains the recorded inputs and what the game reported, for staff', async () => {
  const { attemptId, totalScore, maxTotalScore } = await submit(FLIGHT);
  expect(await read(attemptId)).toMatchObject({
    attemptId,
    userId: kit.student.userId,
    name: expect.stringMatching(/./) as string,
    scenarioTitle: competeScenario.scenarioTitle,
    totalScore,
    maxTotalScore,
    passed: true,
    level: 'Reported',
    flight: FLIGHT,
  });
});

it('has no inputs when the game sent none', async () => {
  const { attemptId } = await submit();
  expect((await read(attemptId)).flight).toBeNull();
});

it('is found by its own student while the debrief is released, and by no other student', async () => {
  const { attemptId } = await submit(FLIGHT);
  const statuses = () =>
    Promise.all([kit.student, kit.other].map(async (client) => (await get(client, attemptId)).status));
  expect(await statuses()).toEqual([404, 404]);
  await kit.instructor.put(`/sessions/${kit.session.id}/debrief`, { released: true });
  await kit.platform.settled();
  expect(await statuses()).toEqual([200, 404]);
});

it('is not found under another class, for other staff, and after the student was removed', async () => {
  const { attemptId } = await submit(FLIGHT);
  const { session } = await kit.platform.runningClass(kit.instructor, kit.organization, []);
  const stranger = await kit.platform.person('Instructor', kit.organization);
  expect((await get(kit.instructor, attemptId, session.id)).status).toBe(404);
  expect((await get(stranger, attemptId)).status).toBe(404);
  await kit.instructor.delete(`/groups/${kit.course.id}/members/${kit.student.userId}`);
  await kit.platform.settled();
  expect((await get(kit.instructor, attemptId)).status).toBe(404);
});

it('has no inputs after RECORDING_DAYS, and after the player was erased', async () => {
  const { attemptId } = await submit(FLIGHT);
  const pool = kit.platform.app.get<Pool>(POOL);
  const age = (days: number) =>
    pool.query('update read.attempts set arrived_at = arrived_at - make_interval(days => $2) where attempt_id = $1', [
      attemptId,
      days,
    ]);
  await age(364);
  expect((await read(attemptId)).flight).toEqual(FLIGHT);
  await pool.query('insert into plain.erased_subjects (subject_id) values ($1)', [kit.student.userId]);
  expect((await read(attemptId)).flight).toBeNull();
  await pool.query('delete from plain.erased_subjects where subject_id = $1', [kit.student.userId]);
  await age(2);
  expect((await read(attemptId)).flight).toBeNull();
});
