import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { FlightRecording } from '../../api/contracts/flight.contract.js';
import { KeptFlights } from '../../api/features/scores/verify-flights/kept-flights.js';
import { MAIN } from '../bench/environment/platform-process.js';
import { type Figure, figure } from '../bench/figure.js';
import { makeAttempt } from '../simulate/make-attempt.js';
import type { PreparedClass } from '../simulate/prepare-class.js';
import { forgetsFlightsEarly } from './testing/breakages.js';
import { fault } from './testing/fault.js';
import { Stage } from './testing/stage.js';
import type { StageNode } from './testing/stage-node.js';
import { queryNumber } from './testing/under-fault.js';

const STUDENTS = 4;
const FLIGHTS = 60;
const SUBMIT_EVERY_MS = 150;
/** Shorter than a start and the work of a leader, so that kills meet each step. */
const LIVES_UP_TO_MS = 400;
const KILLS = 8;
const VERIFIED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;
/** The first scenario of the training build, with a flight that reaches its goal. */
const SCENARIO = '0198c0de-0001-7000-8000-000000000001';

const flights = new KeptFlights();
const [kept] = readdirSync('api/features/scores/verify-flights/kept');
const RECORDING: FlightRecording = {
  module: kept!.split('.')[0]!,
  scenarioVersion: 1,
  steps: 1_800,
  inputs: [
    [600, 1],
    [1_200, 2],
  ],
};

let stage: Stage;
let http: StageNode;
let worker: StageNode;
let played: PreparedClass;

beforeAll(async () => {
  stage = await Stage.open();
  http = await stage.node('http', { ROLES: 'http' });
  worker = await stage.node('worker', { ROLES: 'worker' });
  await worker.start();
  await http.start();
  played = await stage.class(http.url, STUDENTS);
}, 240_000);
afterAll(() => stage?.close(), 60_000);

fault('kill -9 of the worker that flies recorded flights again', () => killWhileVerifying(MAIN), {
  name: 'a flight is forgotten before its outcome is recorded',
  measure: () => killWhileVerifying(stage.broken(forgetsFlightsEarly)),
});

/** Submits flights while the worker is killed again and again, and counts their outcomes once it stays alive. */
async function killWhileVerifying(main: string): Promise<Figure[]> {
  await worker.restart(main);
  const submitted: string[] = [];
  const submitting = submitFlights(submitted);
  let kills = 0;
  for (; kills < KILLS || submitted.length < FLIGHTS; kills += 1) {
    await untilOneIsVerified(submitted);
    await pause(Math.random() * LIVES_UP_TO_MS);
    await worker.kill();
    await worker.start(main);
  }
  await submitting;
  const givesUpAt = performance.now() + VERIFIED_WITHIN_MS;
  while ((await outcomes('distinct stream', submitted)) < submitted.length && performance.now() < givesUpAt)
    await pause(LOOK_EVERY_MS);
  const verified = await outcomes('distinct stream', submitted);
  return [
    figure('killed', kills, 'times', { atLeast: KILLS }),
    figure('flights without an outcome', submitted.length - verified, 'flights', { atMost: 0 }),
    figure('flights with several outcomes', (await outcomes('*', submitted)) - verified, 'flights', { atMost: 0 }),
  ];
}

async function submitFlights(submitted: string[]): Promise<void> {
  const scenario = played.scenarios.find(({ scenarioId }) => scenarioId === SCENARIO)!;
  for (let nth = 0; nth < FLIGHTS; nth += 1) {
    const attempt = {
      ...makeAttempt(scenario, played.sessionId, 0, new Date()),
      ...flights.fly(SCENARIO, RECORDING)!,
      attemptId: randomUUID(),
      flight: RECORDING,
    };
    await played.students[nth % STUDENTS]!.send('POST', '/api/scores', attempt);
    submitted.push(attempt.attemptId);
    await pause(SUBMIT_EVERY_MS);
  }
}

/** Waits until the worker works, or has nothing left to do. */
async function untilOneIsVerified(submitted: readonly string[]): Promise<void> {
  const before = await outcomes('*', submitted);
  const givesUpAt = performance.now() + VERIFIED_WITHIN_MS;
  while ((await outcomes('*', submitted)) === before && before < submitted.length && performance.now() < givesUpAt)
    await pause(LOOK_EVERY_MS);
}

const outcomes = (counted: string, attemptIds: readonly string[]): Promise<number> =>
  queryNumber(stage.databaseUrl, `select count(${counted}) as n from log.events where stream = any ($1)`, [
    attemptIds.map((attemptId) => `verification-${attemptId}`),
  ]);
