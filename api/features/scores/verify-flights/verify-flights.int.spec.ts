import { jest } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { BeginAttemptResponse } from '../../../contracts/attempt.contract.js';
import type { FlightInput, FlightRecording } from '../../../contracts/flight.contract.js';
import type { Scorecard } from '../../../contracts/score.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import type { EventStore } from '../../../platform/eventsourcing/event-store.js';
import { PACKAGE_ROOT } from '../../../platform/ops/package-info.js';
import { classKit } from '../../../testing/class-kit.js';
import { competeScenario, sampleAttempt } from '../../../testing/sample-attempt.js';
import { until } from '../../../testing/until.js';
import { verificationStream } from '../verification.stream.js';
import { FlightsToVerify } from './flights-to-verify.js';
import { KeptFlights } from './kept-flights.js';
import { VerifyFlight } from './verify-flight.js';

const kit = classKit();
const { scenarioId } = competeScenario;
const [file] = readdirSync(join(PACKAGE_ROOT, 'api/features/scores/verify-flights/kept'));
const RECORDING: FlightRecording = {
  module: file!.split('.')[0]!,
  scenarioVersion: 1,
  steps: 7_200,
  inputs: [
    [300, 0.4, 1.1, -0.2],
    [310, 1],
    [900, -0.3, 0.1, 0],
  ],
};

const kept = () => kit.platform.app.get(KeptFlights);

/** Submits the result of a flight, honest unless `changes` say otherwise. Returns its attempt id. */
async function submit(isWitnessed: boolean, flight = RECORDING, changes = {}): Promise<string> {
  const begun = isWitnessed
    ? (await kit.student.post<BeginAttemptResponse>('/attempts', { scenarioId, sessionId: kit.session.id })).body
    : undefined;
  const witness = begun && { attemptId: begun.attemptId, ticket: begun.ticket };
  const result = { ...kept().fly(scenarioId, RECORDING)!, questionsScore: 0, flight };
  const attempt = sampleAttempt(kit.session.id, competeScenario, { ...result, ...witness, ...changes });
  expect((await kit.student.post('/scores', attempt)).status).toBe(202);
  return attempt.attemptId;
}

const outcomesOf = (attemptId: string) => verificationStream.of(attemptId).read(kit.platform.store);

/** Waits until the flight has been flown again, and returns the outcomes and the attempt as its instructor sees it. */
async function verified(attemptId: string) {
  await until(async () => (await outcomesOf(attemptId)).length > 0);
  await kit.platform.settled();
  const path = `/scores/session/${kit.session.id}/all?attempts=all&includeFailedScores=true`;
  const { body } = await kit.instructor.get<Scorecard[]>(path);
  return { outcomes: await outcomesOf(attemptId), attempt: body.find((each) => each.attemptId === attemptId)! };
}

const waitingRows = async (attemptId: string) =>
  (
    await kit.platform.app
      .get<Pool>(POOL)
      .query('select due_at > now() as later from plain.flights_to_verify where attempt_id = $1', [attemptId])
  ).rows as { later: boolean }[];

const makeDue = (attemptId: string) =>
  kit.platform.app
    .get<Pool>(POOL)
    .query('update plain.flights_to_verify set due_at = now() where attempt_id = $1', [attemptId]);

it('verifies a witnessed flight whose points are equal', async () => {
  const attemptId = await submit(true);
  const { outcomes, attempt } = await verified(attemptId);
  expect(outcomes.map(({ type }) => type)).toEqual(['FlightVerified']);
  expect(attempt).toMatchObject({ level: 'Verified', flags: ['TooFast'] });
  await until(async () => (await waitingRows(attemptId)).length === 0);
});

it('flies a flight without a ticket again, which stays reported', async () => {
  const { outcomes, attempt } = await verified(await submit(false));
  expect(outcomes).toMatchObject([{ type: 'FlightVerified', data: { level: 'Reported' } }]);
  expect(attempt.level).toBe('Reported');
});

it('flags a result whose points differ by one, which keeps its claim and loses its level', async () => {
  const flown = kept().fly(scenarioId, RECORDING)!;
  const totalScore = flown.totalScore + 1;
  const { outcomes, attempt } = await verified(await submit(true, RECORDING, { totalScore }));
  expect(outcomes).toMatchObject([
    { type: 'FlightDiffered', data: { claimed: { totalScore, passed: flown.passed }, flown } },
  ]);
  expect(attempt).toMatchObject({ level: 'Reported', flags: ['TooFast', 'VerificationDiffers'], totalScore });
});

it.each<[string, Partial<FlightRecording>]>([
  ['an unknown module', { module: '0'.repeat(64) }],
  ['a path instead of a module', { module: '..'.padEnd(64, '0').replaceAll('.', 'a') }],
  ['an unknown version of its scenario', { scenarioVersion: 99 }],
])('leaves the result of %s as it is, and tries again later', async (_, changes) => {
  const attemptId = await submit(true, { ...RECORDING, ...changes });
  await until(async () => (await waitingRows(attemptId)).length > 0);
  await kit.platform.app.get(VerifyFlight).execute(attemptId);
  expect(await outcomesOf(attemptId)).toEqual([]);
  expect(await waitingRows(attemptId)).toEqual([{ later: true }]);
});

it('verifies a flight whose job was lost', async () => {
  const attemptId = await submit(true);
  await verified(attemptId);
  // as after a crash between the append and the removal of the row
  await kit.platform.app
    .get<Pool>(POOL)
    .query('insert into plain.flights_to_verify (attempt_id, due_at) values ($1, now())', [attemptId]);
  await until(async () => (await waitingRows(attemptId)).length === 0);
  expect(await outcomesOf(attemptId)).toHaveLength(1);
});

describe('a worker that is killed', () => {
  /** Returns a copy of `parts` whose methods fail from call number `calls` on, before or after they have worked. */
  function dying<Parts extends { store: EventStore; waiting: FlightsToVerify }>(
    parts: Parts,
    calls: number,
    after: boolean,
  ) {
    let left = calls;
    const wrap = <T extends object>(target: T): T =>
      new Proxy(target, {
        get(of, name) {
          const method = Reflect.get(of, name) as unknown;
          if (typeof method !== 'function') return method;
          return async (...args: unknown[]) => {
            left -= 1;
            if (left < 0 || (left === 0 && !after)) throw new Error('killed');
            const value: unknown = await (method as (...given: unknown[]) => unknown).apply(of, args);
            if (left === 0) throw new Error('killed');
            return value;
          };
        },
      });
    return { store: wrap(parts.store), waiting: wrap(parts.waiting), isAlive: () => left > 0 };
  }

  it.each([
    ['before', false],
    ['after', true],
  ])('loses no verification and does none twice: %s each of its steps', async (_, after) => {
    const { app, store } = kit.platform;
    let survived = false;
    for (let calls = 1; !survived; calls += 1) {
      const worker = jest.spyOn(app.get(VerifyFlight), 'execute').mockRejectedValue(new Error('down'));
      const attemptId = await submit(true);
      await until(async () => (await waitingRows(attemptId)).length > 0);
      const doomed = dying({ store, waiting: app.get(FlightsToVerify) }, calls, after);
      await new VerifyFlight(doomed.store, kept(), doomed.waiting).execute(attemptId).catch(() => undefined);
      survived = doomed.isAlive();
      worker.mockRestore();
      // The row is due in a minute when the worker was able to postpone it.
      await makeDue(attemptId);
      await until(async () => (await waitingRows(attemptId)).length === 0);
      expect(await outcomesOf(attemptId)).toHaveLength(1);
    }
  });
});

it('records one outcome when several workers fly the same flight', async () => {
  const attemptId = await submit(true);
  const verifyFlight = kit.platform.app.get(VerifyFlight);
  await Promise.all(Array.from({ length: 5 }, () => verifyFlight.execute(attemptId)));
  expect(await outcomesOf(attemptId)).toHaveLength(1);
});

describe('a recording', () => {
  const answerTo = (flight: unknown) => kit.student.post('/scores', { ...sampleAttempt(kit.session.id), flight });
  const inputs = (count: number) => Array.from({ length: count }, (): FlightInput => [10_800, 0.12, -0.34, 0.56]);

  it.each<[string, unknown]>([
    ['has too many inputs', { ...RECORDING, inputs: inputs(501) }],
    ['has too many steps', { ...RECORDING, steps: 1_000_000_000 }],
    ['has an input of an unknown kind', { ...RECORDING, inputs: [[1, 2, 3, 4, 5]] }],
    ['names no hash', { ...RECORDING, module: '../../../etc/passwd' }],
    ['contains code', { ...RECORDING, code: 'AGFzbQEAAAA=' }],
  ])('is rejected when it %s', async (_, flight) => {
    expect((await answerTo(flight)).status).toBe(400);
  });

  it('has a few kilobytes at most', async () => {
    const largest = { ...RECORDING, inputs: inputs(500) };
    expect(JSON.stringify(largest).length).toBeLessThan(16_384);
    expect((await answerTo(largest)).status).toBe(202);
  });
});
