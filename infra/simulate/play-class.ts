import { setTimeout as pause } from 'node:timers/promises';
import type { BeginAttemptResponse } from '../../api/contracts/attempt.contract.js';
import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import { leastSecondsOf } from '../../api/contracts/too-fast.rule.js';
import type { ApiClient } from './api-client.js';
import type { AttemptLedger } from './attempt-ledger.js';
import { makeAttempt, pointsOf } from './make-attempt.js';
import type { PreparedClass } from './prepare-class.js';

const TICK_MS = 5;
const LOOK_EVERY_MS = 100;

export interface Pace {
  readonly seconds: number;
  /** Scores per second of the whole class. */
  readonly rate: number;
  /** Ends the class early. */
  readonly isOver?: () => boolean;
}

/** Number of rejected attempts by reason. */
export type Refusals = Map<string, number>;

/** Called when a student begins a scenario. */
type OnPlay = (userId: string, scenarioId: string) => void;

/** A pace at which every student plays at least this long is that of a class. A faster one is a load test. */
const LEAST_SECONDS = 10;
/** Attempts last this much longer than the minimum time of their scenario. */
const MARGIN_SECONDS = 1;

/**
 * Lets students submit one attempt after another. At the pace of a class, they begin each attempt at the platform and play it
 * for its time. In a load test they only submit results, and students who still wait for a response are skipped.
 */
export async function playClass(
  prepared: PreparedClass,
  pace: Pace,
  ledger: AttemptLedger,
  onPlay: OnPlay = () => undefined,
): Promise<Refusals> {
  const isLoadTest = pace.rate * LEAST_SECONDS > prepared.students.length;
  const refusals: Refusals = new Map();
  await (isLoadTest ? submitAtRate : playInRealTime)(prepared, pace, ledger, refusals, onPlay);
  return refusals;
}

async function playInRealTime(
  { students, scenarios, sessionId }: PreparedClass,
  { seconds, rate, isOver = () => false }: Pace,
  ledger: AttemptLedger,
  refusals: Refusals,
  onPlay: OnPlay,
): Promise<void> {
  const mean = students.length / rate;
  const endsAt = performance.now() + seconds * 1_000;
  const isAfterEnd = (): boolean => isOver() || performance.now() >= endsAt;
  const play = async (student: ApiClient): Promise<void> => {
    while (!isAfterEnd()) {
      const scenario = randomOf(scenarios);
      const { scenarioId } = scenario;
      const begun = await student.send<BeginAttemptResponse>('POST', '/api/attempts', { scenarioId, sessionId });
      onPlay(student.userId, scenarioId);
      const lasts = Math.max(leastSecondsOf(scenario) + MARGIN_SECONDS, mean * (0.5 + Math.random()));
      const finishedAt = performance.now() + lasts * 1_000;
      while (performance.now() < finishedAt && !isAfterEnd()) await pause(LOOK_EVERY_MS);
      if (performance.now() >= finishedAt) await submitResult(student, scenario, sessionId, ledger, refusals, begun);
    }
  };
  await Promise.all(students.map(play));
}

async function submitAtRate(
  { students, scenarios, sessionId }: PreparedClass,
  { seconds, rate, isOver = () => false }: Pace,
  ledger: AttemptLedger,
  refusals: Refusals,
  onPlay: OnPlay,
): Promise<void> {
  const idle = students.toSorted(() => Math.random() - 0.5);
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  let submitted = 0;
  for (let now = began; now < began + seconds * 1_000 && !isOver(); now = performance.now()) {
    const due = Math.floor(((now - began) / 1_000) * rate);
    for (; submitted < due && idle.length > 0; submitted += 1) {
      const student = idle.shift()!;
      const scenario = randomOf(scenarios);
      onPlay(student.userId, scenario.scenarioId);
      const attempt = submitResult(student, scenario, sessionId, ledger, refusals).finally(() => {
        underWay.delete(attempt);
        idle.push(student);
      });
      underWay.add(attempt);
    }
    // Submissions that were skipped because all students wait are not made up for.
    submitted = due;
    await pause(TICK_MS);
  }
  await Promise.all(underWay);
}

async function submitResult(
  student: ApiClient,
  scenario: Scenario,
  sessionId: string,
  ledger: AttemptLedger,
  refusals: Refusals,
  begun?: BeginAttemptResponse,
): Promise<void> {
  const best = ledger.bestOf(student.userId, scenario.scenarioId);
  const attempt = { ...makeAttempt(scenario, sessionId, best, new Date()), ...begun };
  ledger.submit(student.userId, attempt, performance.now(), pointsOf(scenario, attempt));
  try {
    await student.send('POST', '/api/scores', attempt);
    ledger.acknowledge(attempt.attemptId);
  } catch (error) {
    const reason = (error as Error).message;
    refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
  }
}

const randomOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!;
