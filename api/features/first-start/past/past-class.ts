import { v5 as uuidv5 } from 'uuid';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import { membershipStream } from '../../courses/membership.stream.js';
import { attemptStream } from '../../scores/score.stream.js';
import { pastAttempt } from './past-attempt.js';
import type { DemoHistory, PastActor } from './demo-history.js';
import type { Random } from './seeded-random.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MOST_TRIES = 3;
/** The edition that the first start publishes. */
const EDITION = 1;
/** Results that arrive more than 15 minutes after the end of their class are late. */
const LATE_BY = 40 * MINUTE;
/** One in this many students submits a late result, or one that is too fast. */
const LATE_EVERY = 11;
const TOO_FAST_EVERY = 9;

/** An ended class, with the average ability of its students, 0 to 1. */
export interface PastClass {
  readonly courseId: string;
  readonly sessionId: string;
  readonly organizationId: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly ability: number;
}

/** Simulates a class: students join and submit results until it ends, some of them repeated, late or too fast. */
export function playPastClass(
  past: DemoHistory,
  students: readonly PastActor[],
  scenarios: readonly Scenario[],
  pastClass: PastClass,
  random: Random,
): void {
  students.forEach((student, index) => {
    const ability = pastClass.ability + (random() + random() + random() - 1.5) * 0.35;
    const joinedAt = after(pastClass.startedAt, (1 + random() * 6) * MINUTE);
    join(past, student, pastClass, joinedAt);
    const player = new PastPlayer(past, student, pastClass, random);
    player.play(scenarios, ability, after(joinedAt, 2 * MINUTE));
    if (index % LATE_EVERY === LATE_EVERY - 1) player.submitLate(scenarios[index % scenarios.length]!, ability);
    if (index % TOO_FAST_EVERY === TOO_FAST_EVERY - 1) player.rush(scenarios[0]!);
  });
}

function join(past: DemoHistory, student: PastActor, { courseId, sessionId }: PastClass, at: Date): void {
  const userId = student.actorId;
  const command = { type: 'JoinCourse', courseId, userId, sessionId, member: false } as const;
  past.decide(membershipStream.of(courseId, userId), command, { at, by: student });
}

/** A student who plays the scenarios of a class. */
class PastPlayer {
  private attempts = 0;

  constructor(
    private readonly past: DemoHistory,
    private readonly student: PastActor,
    private readonly pastClass: PastClass,
    private readonly random: Random,
  ) {}

  play(scenarios: readonly Scenario[], ability: number, from: Date): void {
    let at = from;
    for (const scenario of scenarios) {
      const difficulty = (scenario.scenarioTitle.length % 7) * 0.03;
      for (let tried = 0; tried < MOST_TRIES; tried += 1) {
        const completedAt = after(at, this.duration(scenario));
        if (completedAt >= this.pastClass.endedAt) return;
        const passed = this.submitResult(scenario, ability - difficulty + tried * 0.08, at, completedAt, completedAt);
        at = after(completedAt, (20 + this.random() * 60) * SECOND);
        if (this.random() < (passed ? 0.85 : 0.3)) break;
      }
    }
  }

  /** Submits a result that was played in class and arrives late, as from an offline device. */
  submitLate(scenario: Scenario, ability: number): void {
    const completedAt = after(this.pastClass.endedAt, -MINUTE);
    const startedAt = after(completedAt, -5 * MINUTE);
    this.submitResult(scenario, ability, startedAt, completedAt, after(this.pastClass.endedAt, LATE_BY));
  }

  /** Submits a result that took only seconds. */
  rush(scenario: Scenario): void {
    const completedAt = after(this.pastClass.endedAt, -2 * MINUTE);
    this.submitResult(scenario, 1, after(completedAt, -4 * SECOND), completedAt, completedAt);
  }

  private submitResult(
    scenario: Scenario,
    ability: number,
    startedAt: Date,
    completedAt: Date,
    arrivedAt: Date,
  ): boolean {
    const { sessionId, endedAt } = this.pastClass;
    const userId = this.student.actorId;
    const attemptId = uuidv5(`${userId}/${(this.attempts += 1)}`, sessionId);
    const attempt = pastAttempt(scenario, { attemptId, sessionId, startedAt, completedAt, ability }, this.random);
    const classOfAttempt = {
      ...this.pastClass,
      startedAt: this.pastClass.startedAt.toISOString(),
      endedAt: arrivedAt > endedAt ? endedAt.toISOString() : null,
      onRoster: true,
      joinedAt: null,
    };
    const { organizationId } = this.pastClass;
    const witness = { beganAt: startedAt.getTime(), edition: EDITION };
    const facts = { userId, organizationId, scenario, edition: EDITION, classOfAttempt, witness };
    const command = { attempt, ...facts, now: arrivedAt.getTime() };
    const action = { at: arrivedAt, by: this.student };
    return this.past.decide(attemptStream.of(attemptId), command, action).some(({ data }) => data.passed);
  }

  private duration({ scenarioType }: Scenario): number {
    return (scenarioType === 'Quiz' ? 3 + this.random() * 4 : 4 + this.random() * 7) * MINUTE;
  }
}

const after = (moment: Date, milliseconds: number): Date => new Date(Math.round(moment.getTime() + milliseconds));
