import { setTimeout as pause } from 'node:timers/promises';
import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import type { ApiClient } from './api-client.js';
import type { AttemptLedger } from './attempt-ledger.js';
import { makeAttempt } from './make-attempt.js';
import type { PreparedClass } from './prepare-class.js';

const TICK_MS = 5;

export interface Pace {
  readonly seconds: number;
  /** Scores per second of the whole class. */
  readonly rate: number;
  /** Ends the class early. */
  readonly isOver?: () => boolean;
}

/** Number of rejected attempts by reason. */
export type Refusals = Map<string, number>;

/** Lets students submit one attempt after another. Skips students who still wait for a response. */
export async function playClass(
  { students, scenarios, sessionId }: PreparedClass,
  { seconds, rate, isOver = () => false }: Pace,
  ledger: AttemptLedger,
  onPlay?: (userId: string, scenarioId: string) => void,
): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const idle = students.toSorted(() => Math.random() - 0.5);
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  let submitted = 0;
  for (let now = began; now < began + seconds * 1_000 && !isOver(); now = performance.now()) {
    const due = Math.floor(((now - began) / 1_000) * rate);
    for (; submitted < due && idle.length > 0; submitted += 1) {
      const student = idle.shift()!;
      const scenario = scenarios[Math.floor(Math.random() * scenarios.length)]!;
      onPlay?.(student.userId, scenario.scenarioId);
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
  return refusals;
}

async function submitResult(
  student: ApiClient,
  scenario: Scenario,
  sessionId: string,
  ledger: AttemptLedger,
  refusals: Refusals,
): Promise<void> {
  const best = ledger.bestOf(student.userId, scenario.scenarioId);
  const attempt = makeAttempt(scenario, sessionId, best, new Date());
  ledger.submit(student.userId, attempt, performance.now());
  try {
    await student.send('POST', '/api/scores', attempt);
    ledger.acknowledge(attempt.attemptId);
  } catch (error) {
    const reason = (error as Error).message;
    refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
  }
}
