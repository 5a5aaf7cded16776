import fc from 'fast-check';
import { projections } from '../../app.module.js';
import { ResultLevel } from '../../contracts/attempt.contract.js';
import {
  ATTEMPT_POLICIES,
  boardResult,
  type CellDecision,
  DEFAULT_GRADING,
  effectiveResult,
  type Grading,
  RESULTS_THAT_COUNT,
} from '../../contracts/grading.rule.js';
import { roundPoints } from '../../contracts/points.rule.js';
import { type Regrade, regrade, type RegradeChange } from '../../contracts/regrade.rule.js';
import { golden, goldenCards, goldenId, goldenScore } from '../../testing/golden-events.js';
import { numbered, projectedRows } from '../../testing/projected-rows.js';
import type { ScoreSubmitted } from '../scores/score.events.js';

const rowsAfter = projectedRows();
const projection = projections.find(({ name }) => name === 'attempts')!;
const student = (number: number): string => goldenId('a1', number);

type Data = ScoreSubmitted['data'];
type Step = ReturnType<typeof golden>;

const STUDENTS = [1, 2];
const ATTEMPTS = 6;
const CARDS = goldenCards('What?', 'Why?', 'Where?');
const nth = fc.nat(ATTEMPTS);
const who = fc.constantFrom(...STUDENTS);
const entry = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('attempt' as const),
      late: fc.boolean(),
      level: fc.constantFrom(...ResultLevel.options),
      passed: fc.boolean(),
      total: fc.integer({ min: 0, max: 1000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('PointsSet', 'ResultExcused', 'ResultCommented', 'DecisionsCleared'),
      who,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('AttemptSetAside', 'AttemptAccepted'), nth }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('regrade' as const),
      question: fc.constantFrom(null, 'Why?', 'Where?', 'Never asked?'),
      change: fc.constantFrom<RegradeChange>(
        { kind: 'Drop' },
        { kind: 'FullMarks' },
        { kind: 'Points', points: -1.5 },
        { kind: 'Points', points: 300 },
        { kind: 'Keys', keys: [['So'], ['Not so']] },
      ),
      neverLower: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), nth }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('grading' as const),
      count: fc.constantFrom(...RESULTS_THAT_COUNT),
      attempts: fc.constantFrom(...ATTEMPT_POLICIES),
      passMark: fc.constantFrom(null, 0, 40, 100),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('ClassResumed', 'LeaderboardsCleared', 'LeaderboardFrozen') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('FlightVerified' as const), nth }) },
);
const history = fc.array(entry, { minLength: 4, maxLength: 20 });
type History = Parameters<Parameters<typeof fc.property<[ReturnType<typeof sample>]>>[1]>[0];
const sample = () => fc.sample(history, 1)[0]!;

/** An attempt or decision as the events have left it. */
interface Played {
  readonly data: Data;
  readonly step: number;
  level: ResultLevel;
  late: boolean;
  setAside: boolean;
}
interface Decided {
  readonly decisionId: string;
  readonly step: Step;
  readonly index: number;
  undone: boolean;
}

/** Turns a generated history into events, and what must follow from them. */
class Folded {
  readonly steps: Step[] = [];
  readonly played: Played[] = [];
  readonly decided: Decided[] = [];
  grading: Grading = DEFAULT_GRADING;
  cleared = 0;

  constructor(generated: History) {
    for (const each of generated) this.add(each);
  }

  undo(decision: Decided): void {
    decision.undone = true;
    const { type, data } = decision.step as { type: string; data: Record<string, unknown> };
    const { userId = null, sessionId, scenarioId, attemptId } = data;
    const before = this.attemptDecision(attemptId);
    const played = this.played.find((one) => one.data.attemptId === attemptId);
    if (played) played.setAside = before === 'SetAside';
    const attempt = attemptId === undefined ? null : { attemptId, decision: before };
    const kind = KINDS[type as keyof typeof KINDS];
    const { decisionId } = decision;
    this.steps.push(golden('DecisionUndone', { decisionId, kind, userId, sessionId, scenarioId, attempt }));
  }

  private add(each: History[number]): void {
    switch (each.kind) {
      case 'attempt':
        return this.play(each);
      case 'regrade': {
        const { question, change, neverLower } = each;
        if (question === null && change.kind === 'Keys') return undefined;
        return this.decide('ScenarioRegraded', {
          questionText: question,
          change,
          neverLower,
          passedShare: 0.6,
          scenarioId: SCENARIO,
        });
      }
      case 'undo': {
        const decision = this.decided[(each as { nth: number }).nth];
        if (decision && !decision.undone) this.undo(decision);
        return undefined;
      }
      case 'grading': {
        const { count, attempts, passMark } = each;
        this.grading = { ...DEFAULT_GRADING, count, attempts, passMark };
        this.steps.push(golden('GradingChanged', { grading: this.grading }));
        return undefined;
      }
      case 'ClassResumed':
        for (const one of this.played) one.late = false;
        this.steps.push(golden('ClassResumed'));
        return undefined;
      case 'LeaderboardsCleared':
        this.cleared = this.steps.push(golden('LeaderboardsCleared'));
        return undefined;
      case 'LeaderboardFrozen':
        this.steps.push(golden('LeaderboardFrozen'));
        return undefined;
      case 'FlightVerified': {
        const played = this.played[(each as { nth: number }).nth];
        if (!played) return undefined;
        const { attemptId, sessionId, userId } = played.data;
        played.level = 'Verified';
        this.steps.push(golden('FlightVerified', { attemptId, sessionId, userId, level: 'Verified' }));
        return undefined;
      }
      case 'AttemptSetAside':
      case 'AttemptAccepted': {
        const played = this.played[(each as { nth: number }).nth];
        if (!played) return undefined;
        const { sessionId, userId, scenarioId, attemptId } = played.data;
        this.decide(each.kind, { sessionId, userId, scenarioId, attemptId });
        played.setAside = each.kind === 'AttemptSetAside';
        return undefined;
      }
      default:
        return this.decide(each.kind, { userId: student((each as { who: number }).who), scenarioId: SCENARIO });
    }
  }

  private play({
    late,
    level,
    passed,
    total,
  }: {
    late: boolean;
    level: ResultLevel;
    passed: boolean;
    total: number;
  }): void {
    const count = this.played.length;
    if (count === ATTEMPTS) return;
    const step = goldenScore(count + 1, {
      scoreCardType: 'Default',
      scenarioId: SCENARIO,
      // Points differ, because boards rank the earlier and gradebooks the later of two equal attempts.
      totalScore: total + count / 100,
      maxTotalScore: 2000,
      questionsScore: 3,
      maxQuestionsScore: 6,
      questionScorecards: CARDS,
      userId: student((count % STUDENTS.length) + 1),
      late,
      passed,
      completedAt: `2026-03-02T09:2${count}:00.000Z`,
      ...(level !== 'Reported' && { level }),
    });
    this.played.push({ data: step.data as Data, step: this.steps.push(step), level, late, setAside: false });
  }

  private decide(type: string, changes: object): void {
    const decisionId = goldenId('f7', this.decided.length + 1);
    const step = golden(type, { decisionId, ...changes });
    this.decided.push({ decisionId, step, index: this.steps.push(step), undone: false });
  }

  private attemptDecision(attemptId: unknown): string | null {
    const last = this.decided.findLast(
      ({ step, undone }) => !undone && (step.data as Partial<Data>).attemptId === attemptId,
    );
    return last ? last.step.type.replace('Attempt', '') : null;
  }

  /** Returns the results of a student by the rules of `contracts`. */
  resultsOf(userId: string) {
    const regrades = this.inForce(({ type }) => type === 'ScenarioRegraded').map(({ step }) => step.data as Regrade);
    const attempts = this.played
      .filter(({ data }) => data.userId === userId)
      .map(({ data, step, level, late, setAside }) => {
        const original = { ...data, correct: 1, counted: 3 };
        const questions = CARDS.map((card) => ({
          ...card,
          chosen: card.answerScorecards.filter(({ answered }) => answered).map(({ answerText }) => answerText),
        }));
        const times = { time: Date.parse(data.completedAt), late, setAside, tooFast: false, level };
        return { step, ...original, ...regrade(original, questions, regrades), ...times };
      });
    const ofCell = this.inForce(
      ({ type, data }) => (data as { userId?: string }).userId === userId && /^(Points|ResultE|DecisionsC)/.test(type),
    );
    const last = ofCell.at(-1);
    const decision = decisionOf(last?.step);
    const onBoard = last && last.index <= this.cleared && decision.points ? decisionOf(undefined) : decision;
    return {
      cell: effectiveResult(attempts, decision, this.grading),
      board: boardResult(
        attempts.filter(({ step }) => step > this.cleared),
        onBoard,
        this.grading,
      ),
    };
  }

  private inForce(isWanted: (step: Step) => boolean): Decided[] {
    return this.decided.filter(({ step, undone }) => !undone && isWanted(step));
  }
}

const SCENARIO = (golden('PointsSet').data as { scenarioId: string }).scenarioId;
const KINDS = {
  PointsSet: 'Points',
  ResultExcused: 'Excused',
  ResultCommented: 'Comment',
  DecisionsCleared: 'Cleared',
  AttemptSetAside: 'SetAside',
  AttemptAccepted: 'Accepted',
  ScenarioRegraded: 'Regraded',
} as const;

function decisionOf(step: Step | undefined): CellDecision {
  const excused = step?.type === 'ResultExcused';
  return { points: step?.type === 'PointsSet' ? (step.data as CellDecision['points']) : null, excused };
}

type Row = Record<string, unknown>;
const rowOf = (rows: readonly unknown[] | undefined, userId: string): Row | undefined =>
  (rows as Row[]).find((row) => row['user_id'] === userId);

it('shows the results that follow from the rules, for any history and any size of batches, live and rebuilt', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (generated) => {
      const folded = new Folded(generated);
      const events = numbered(folded.steps);
      const rows = await rowsAfter(projection, 1_000, 1, events);
      for (const userId of STUDENTS.map(student)) {
        const { cell, board } = folded.resultsOf(userId);
        const figures = rowOf(rows['gradebook_v19'], userId)?.['figures'] as string | null | undefined;
        expect(figures ? (JSON.parse(`[${figures}]`) as unknown[]).slice(0, 7) : undefined).toEqual(
          cell && [
            cell.totalScore,
            cell.maxTotalScore,
            cell.questionsScore,
            cell.maxQuestionsScore,
            cell.correct,
            cell.counted,
            Number(cell.passed),
          ],
        );
        expect(rowOf(rows['leaderboards_v19'], userId)?.['score']).toBe(
          board && roundPoints(board.totalScore + board.questionsScore),
        );
      }
      for (const [size, times, steps] of [
        [1_000, 2, 'live'],
        [1, 2, 'live'],
        [3, 1, 'live'],
        [1_000, 1, 'rebuilding'],
        [2, 2, 'rebuilding'],
      ] as const) {
        expect(await rowsAfter(projection, size, times, events, steps)).toEqual(rows);
      }
    }),
    { numRuns: 40 },
  );
}, 180_000);

/** Returns the rows of results without what an undone decision leaves: sequences, and cells without figures. */
async function resultsAfter(steps: readonly Step[]): Promise<unknown> {
  const rows = await rowsAfter(projection, 1_000, 1, numbered(steps));
  return ['attempts', 'gradebook', 'quiz_responses', 'leaderboards', 'leaderboard_totals'].map((table) =>
    (rows[`${table}_v19`] as Row[])
      .filter((row) => row['figures'] !== null || row['marks'] !== 0)
      .map(({ sequence: _sequence, decided: _decided, ...row }) => JSON.stringify(row))
      // Sequences decide the order of stored rows.
      .toSorted(),
  );
}

it('restores all results when a decision is undone', async () => {
  await fc.assert(
    fc.asyncProperty(history, history, async (generated, later) => {
      const without = new Folded(generated);
      const undone = new Folded(generated);
      const before = undone.steps.length;
      const added = new Folded([...generated, ...later.filter(({ kind }) => DECISIONS.has(kind))]);
      for (const decision of added.decided.slice(undone.decided.length).toReversed()) {
        if (!decision.undone) added.undo(decision);
      }
      expect(added.steps.length).toBeGreaterThanOrEqual(before);
      expect(await resultsAfter(added.steps)).toEqual(await resultsAfter(without.steps));
    }),
    { numRuns: 25 },
  );
}, 180_000);

const DECISIONS: ReadonlySet<string> = new Set(['regrade', ...Object.keys(KINDS)]);
