import { setTimeout as pause } from 'node:timers/promises';
import { AttemptLedger } from '../../simulate/attempt-ledger.js';
import { makeAttempt, pointsOf } from '../../simulate/make-attempt.js';
import type { PreparedClass } from '../../simulate/prepare-class.js';

/** Scores of a load. */
export interface SubmittedScores {
  readonly acknowledged: number;
  /** Scores that were omitted, because their time had passed. */
  readonly omitted: number;
}

/** Submits scores at even intervals, of all classes in turn and of all students of each class in turn. */
export class EvenLoad {
  private readonly ledger = new AttemptLedger();
  private nth = 0;

  constructor(private readonly school: readonly PreparedClass[]) {}

  /** Omits scores that are late instead of making up for them, because scores at the same moment would share their cost. */
  async submit(rate: number, seconds: number): Promise<SubmittedScores> {
    const interval = 1_000 / rate;
    const underWay: Promise<void>[] = [];
    let omitted = 0;
    const began = performance.now();
    for (let index = 0; index < rate * seconds; index += 1) {
      const due = began + index * interval;
      if (performance.now() < due) await pause(due - performance.now());
      if (performance.now() > due + interval) omitted += 1;
      else underWay.push(this.submitNext());
    }
    await Promise.all(underWay);
    return { acknowledged: underWay.length, omitted };
  }

  private async submitNext(): Promise<void> {
    const { school, ledger, nth } = this;
    this.nth += 1;
    const { students, scenarios, sessionId } = school[nth % school.length]!;
    const student = students[Math.floor(nth / school.length) % students.length]!;
    const scenario = scenarios[Math.floor(Math.random() * scenarios.length)]!;
    const best = ledger.bestOf(student.userId, scenario.scenarioId);
    const attempt = makeAttempt(scenario, sessionId, best, new Date());
    ledger.submit(student.userId, attempt, performance.now(), pointsOf(scenario, attempt));
    await student.send('POST', '/api/scores', attempt);
  }
}
