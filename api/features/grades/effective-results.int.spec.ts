import fc from 'fast-check';
import { projections } from '../../app.module.js';
import { ResultLevel } from '../../contracts/attempt.contract.js';
import { bestAttempt } from '../../contracts/best-attempt.rule.js';
import { DEFAULT_GRADING, type Grading, isCounted, type ResultsThatCount } from '../../contracts/grading.rule.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import { golden, goldenId, goldenScore } from '../../testing/golden-events.js';
import { numbered, projectedRows } from '../../testing/projected-rows.js';
import type { ScoreSubmitted } from '../scores/score.events.js';

const rowsAfter = projectedRows();
const projection = projections.find(({ name }) => name === 'attempts')!;
const student = (number: number): string => goldenId('a1', number);

type Data = ScoreSubmitted['data'];
type Step = ReturnType<typeof golden>;

/** An attempt as the events have left it. */
interface Played {
  readonly data: Data;
  late: boolean;
  setAside: boolean;
  level: ResultLevel;
}

/** Applies the events one by one with the rules of `contracts`: the expectation of all read models. */
function playedAfter(steps: readonly Step[]): { played: Played[]; count: ResultsThatCount } {
  const played: Played[] = [];
  let count: ResultsThatCount = 'All';
  const find = (attemptId: unknown): Played | undefined => played.find(({ data }) => data.attemptId === attemptId);
  for (const { type, data } of steps) {
    const { attemptId, attempt } = data as { attemptId?: string; attempt?: { attemptId: string } };
    const known = find(attemptId ?? attempt?.attemptId);
    if (type === 'ScoreSubmitted') {
      const { late, level = 'Reported' } = data as Data;
      played.push({ data: data as Data, late, setAside: false, level });
    }
    if (type === 'ClassResumed') for (const each of played) each.late = false;
    if (type === 'GradingChanged') count = (data as { grading: Grading }).grading.count;
    if (known && type === 'AttemptSetAside') known.setAside = true;
    if (known && (type === 'DecisionUndone' || type === 'AttemptAccepted')) known.setAside = false;
    if (known && type === 'FlightVerified') known.level = 'Verified';
    if (known && type === 'FlightDiffered') known.level = 'Reported';
  }
  return { played, count };
}

/** Returns the attempt that counts, by student. */
function effectiveByStudent(steps: readonly Step[], isCandidate: (data: Data) => boolean): Record<string, string> {
  const { played, count } = playedAfter(steps);
  const effective = [1, 2].flatMap((number) => {
    const own = played.filter(({ data }) => data.userId === student(number) && isCandidate(data));
    const attempts = own.map((each) => ({ ...each.data, ...each, time: toMoment(new Date(each.data.completedAt)) }));
    const found = bestAttempt(attempts.filter((attempt) => isCounted(attempt, count)));
    return found ? [[student(number), found.attemptId]] : [];
  });
  return Object.fromEntries(effective) as Record<string, string>;
}

const ATTEMPTS = 6;
/** Points differ, because boards rank the earlier and gradebooks the later of two equal attempts. */
const attempt = fc.record({
  kind: fc.constant('attempt' as const),
  late: fc.boolean(),
  level: fc.constantFrom(...ResultLevel.options),
  passed: fc.boolean(),
});
const change = fc.record({
  kind: fc.constantFrom('SetAside', 'Accepted', 'Undone', 'Verified', 'Differed'),
  nth: fc.nat(ATTEMPTS - 1),
});
const setting = fc.record({
  kind: fc.constant('setting' as const),
  count: fc.constantFrom<ResultsThatCount>('All', 'Witnessed', 'Verified'),
});
const history = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: attempt },
    { weight: 4, arbitrary: change },
    { weight: 1, arbitrary: setting },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('resumed' as const) }) },
  ),
  { minLength: 4, maxLength: 20 },
);

const POINTS = [300, 700, 100, 900, 500, 400];

/** Turns a generated history into events of two students in one scenario. A change of an attempt that never was is left out. */
function stepsOf(generated: ReadonlyArray<ReturnType<typeof sample>>): Step[] {
  const attempts: Data[] = [];
  const verified = new Set<Data>();
  return generated.flatMap((entry): Step[] => {
    if (entry.kind === 'attempt') {
      const nth = attempts.length;
      if (nth === ATTEMPTS) return [];
      const { late, level, passed } = entry;
      const step = goldenScore(nth + 1, {
        scoreCardType: 'Quiz',
        questionsScore: POINTS[nth],
        totalScore: 0,
        userId: student((nth % 2) + 1),
        late,
        passed,
        ...(level !== 'Reported' && { level }),
      });
      attempts.push(step.data as Data);
      return [step];
    }
    if (entry.kind === 'setting')
      return [golden('GradingChanged', { grading: { ...DEFAULT_GRADING, count: entry.count } })];
    if (entry.kind === 'resumed') return [golden('ClassResumed')];
    const data = attempts[entry.nth];
    if (!data) return [];
    const { sessionId, userId, scenarioId, attemptId, courseId, campaignId } = data;
    const ids = { sessionId, userId, scenarioId, attemptId };
    if (entry.kind === 'Verified' || entry.kind === 'Differed') {
      // A flight is verified once.
      if (verified.has(data)) return [];
      verified.add(data);
    }
    switch (entry.kind) {
      case 'SetAside':
        return [golden('AttemptSetAside', ids)];
      case 'Accepted':
        return [golden('AttemptAccepted', ids)];
      case 'Undone':
        return [golden('DecisionUndone', { ...ids, attempt: { attemptId, decision: null } })];
      case 'Verified':
        return [golden('FlightVerified', { ...ids, courseId, campaignId })];
      default:
        return [golden('FlightDiffered', { ...ids, courseId, campaignId })];
    }
  });
}
const sample = () => fc.sample(history, 1)[0]![0]!;

/** A set-aside result that the next attempt of the student replaces, after a flight that differed. */
const PLAYED_AGAIN: ReturnType<typeof sample>[] = [
  { kind: 'attempt', late: false, level: 'Reported', passed: false },
  { kind: 'Differed', nth: 0 },
  { kind: 'SetAside', nth: 0 },
  { kind: 'attempt', late: false, level: 'Reported', passed: false },
  { kind: 'attempt', late: false, level: 'Reported', passed: false },
  { kind: 'attempt', late: false, level: 'Reported', passed: false },
];

interface Row {
  user_id: string;
  attempt_id: string | null;
}
const attemptsOf = (rows: unknown[]): Record<string, string> =>
  Object.fromEntries((rows as Row[]).flatMap((row) => (row.attempt_id ? [[row.user_id, row.attempt_id]] : [])));

it('counts the same attempts as the rule in all read models, for any history and any size of batches', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (generated) => {
      const events = numbered(stepsOf(generated));
      const rows = await rowsAfter(projection, 1_000, 1, events);
      const best = effectiveByStudent(events, () => true);
      expect(attemptsOf(rows['gradebook_v19']!)).toEqual(best);
      expect(attemptsOf(rows['quiz_responses_v19']!)).toEqual(best);
      expect(attemptsOf(rows['leaderboards_v19']!)).toEqual(effectiveByStudent(events, ({ passed }) => passed));
      expect(countedOf(rows['attempts_v19']!, events)).toEqual(countedByRule(events));
      const scores = scoresOf(rows['leaderboards_v19']!);
      // One row for the campaign and one for all campaigns.
      expect(scoresOf(rows['leaderboard_totals_v19']!)).toEqual([...scores, ...scores].toSorted());
      for (const [size, times] of [
        [1_000, 2],
        [1, 2],
        [3, 1],
      ] as const) {
        expect(await rowsAfter(projection, size, times, events)).toEqual(rows);
      }
    }),
    { numRuns: 60, examples: [[PLAYED_AGAIN]] },
  );
}, 180_000);

const scoresOf = (rows: readonly unknown[]): number[] =>
  (rows as { score: number }[]).map(({ score }) => score).toSorted();

/** Returns the stored attempts that count by their columns. */
function countedOf(rows: readonly unknown[], events: readonly Step[]): string[] {
  const least = ['All', 'Witnessed', 'Verified'].indexOf(playedAfter(events).count);
  return (rows as { attempt_id: string; late: boolean; set_aside: boolean; level: number }[])
    .filter((row) => !row.late && !row.set_aside && row.level >= least)
    .map((row) => row.attempt_id)
    .toSorted();
}

function countedByRule(events: readonly Step[]): string[] {
  const { played, count } = playedAfter(events);
  return played
    .filter((each) => isCounted(each, count))
    .map(({ data }) => data.attemptId)
    .toSorted();
}
