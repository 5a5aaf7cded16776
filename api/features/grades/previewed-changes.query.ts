import { averageOf } from '../../contracts/average.rule.js';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import { gradeOf, percentOf } from '../../contracts/grade.rule.js';
import type { CellResults } from '../../contracts/cell-results.rule.js';
import { type GradingPreview, MAX_PREVIEWED, type StudentChange } from '../../contracts/grading.contract.js';
import type { EffectiveResult, Grading } from '../../contracts/grading.rule.js';
import { roundPoints } from '../../contracts/points.rule.js';
import type { StoredCell } from './graded-cells.query.js';

/** A cell with its results before and after a change. */
export interface PreviewedCell extends Pick<StoredCell, 'userId' | 'scenarioId' | 'excused'> {
  readonly before: CellResults;
  readonly after: CellResults;
}

type When = 'before' | 'after';

/** A class with its cells, and its students on the roster. */
export interface PreviewedClass {
  readonly sessionId: string;
  readonly sessionName: string;
  readonly scenarios: readonly Scenario[];
  readonly students: readonly { readonly userId: string; readonly username: string; readonly enabled: boolean }[];
  readonly cells: readonly PreviewedCell[];
}

/** Lists what changes. */
export function previewOf(classes: readonly PreviewedClass[], before: Grading, after: Grading): GradingPreview {
  const cells = classes.flatMap(changedCells);
  const averages = classes.flatMap((each) =>
    changesOf(each, averagesOf(each, 'before', before), averagesOf(each, 'after', after)),
  );
  const places = classes
    .flatMap((each) => changesOf(each, placesOf(each, 'before'), placesOf(each, 'after')))
    .toSorted((a, b) => bestOf(a) - bestOf(b));
  return {
    lost: cells.filter(({ to }) => to === null).length,
    gained: cells.filter(({ from }) => from === null).length,
    changed: cells.filter(({ from, to }) => from !== null && to !== null).length,
    letters: cells.filter(({ from, to }) => from && to && letterOf(from.percent) !== letterOf(to.percent)).length,
    results: cells.slice(0, MAX_PREVIEWED),
    averagesTotal: averages.length,
    averages: averages.slice(0, MAX_PREVIEWED),
    placesTotal: places.length,
    places: places.slice(0, MAX_PREVIEWED),
  };
}

const letterOf = (percent: number | null): string | null => (percent === null ? null : gradeOf(percent));
const bestOf = ({ from, to }: StudentChange): number => Math.min(from ?? Infinity, to ?? Infinity);

function changedCells({
  sessionId,
  sessionName,
  scenarios,
  students,
  cells,
}: PreviewedClass): GradingPreview['results'] {
  const names = new Map(students.map(({ userId, username }) => [userId, username]));
  const titles = new Map(scenarios.map(({ scenarioId, scenarioTitle }) => [scenarioId, scenarioTitle]));
  return cells.flatMap(({ userId, scenarioId, before, after }) => {
    const username = names.get(userId);
    if (username === undefined || isSame(before.cell, after.cell)) return [];
    const scenarioTitle = titles.get(scenarioId) ?? '';
    const [from, to] = [figuresOf(before.cell), figuresOf(after.cell)];
    return [{ sessionId, sessionName, userId, username, scenarioId, scenarioTitle, from, to }];
  });
}

function isSame(a: EffectiveResult | undefined, b: EffectiveResult | undefined): boolean {
  if (!a || !b) return a === b;
  const [from, to] = [figuresOf(a)!, figuresOf(b)!];
  return (
    a.attemptId === b.attemptId && from.points === to.points && from.maximum === to.maximum && from.passed === to.passed
  );
}

function figuresOf(result: EffectiveResult | undefined): GradingPreview['results'][number]['from'] {
  if (!result) return null;
  const { totalScore, questionsScore, maxTotalScore, maxQuestionsScore, passed } = result;
  return {
    points: roundPoints(totalScore + questionsScore),
    maximum: roundPoints(maxTotalScore + maxQuestionsScore),
    percent: percentOf(pointsOf(result)),
    passed,
  };
}

const pointsOf = ({ totalScore, maxTotalScore, questionsScore, maxQuestionsScore }: EffectiveResult) => ({
  total: totalScore,
  maxTotal: maxTotalScore,
  questions: questionsScore,
  maxQuestions: maxQuestionsScore,
});

function changesOf(
  { sessionId, sessionName, students }: PreviewedClass,
  before: ReadonlyMap<string, number | null>,
  after: ReadonlyMap<string, number | null>,
): StudentChange[] {
  return students.flatMap(({ userId, username }) => {
    const [from, to] = [before.get(userId) ?? null, after.get(userId) ?? null];
    return from === to ? [] : [{ sessionId, sessionName, userId, username, from, to }];
  });
}

/** Returns the averages of the students, as the gradebook shows them. */
function averagesOf(
  { scenarios, students, cells }: PreviewedClass,
  when: When,
  grading: Grading,
): ReadonlyMap<string, number | null> {
  const byStudent = new Map(students.map(({ userId }) => [userId, new Map<string, PreviewedCell>()]));
  for (const cell of cells) byStudent.get(cell.userId)?.set(cell.scenarioId, cell);
  return new Map(
    students.map(({ userId }) => {
      const results = scenarios.map(({ scenarioId, campaignId }) => {
        const found = byStudent.get(userId)!.get(scenarioId);
        const result = found?.[when].cell;
        const cell = found?.excused ? ('Excused' as const) : result && pointsOf(result);
        return { scenarioId, campaignId, cell };
      });
      return [userId, averageOf(results, grading)];
    }),
  );
}

/** Returns the places on the board over all campaigns, by the sums and the order of `leaderboard_totals`. */
function placesOf({ students, cells }: PreviewedClass, when: When): ReadonlyMap<string, number> {
  const ranked = new Set(students.filter(({ enabled }) => enabled).map(({ userId }) => userId));
  const totals = new Map<string, { score: number; earliest: number; latest: number | null }>();
  for (const { userId, [when]: results } of cells) {
    const { board } = results;
    if (!board || !ranked.has(userId)) continue;
    const score = roundPoints(board.totalScore + board.questionsScore);
    const time = board.time!;
    const total = totals.get(userId) ?? { score: 0, earliest: time, latest: null };
    total.score = roundPoints(total.score + score);
    if (time < total.earliest) total.earliest = time;
    if (score > 0 && (total.latest === null || time > total.latest)) total.latest = time;
    totals.set(userId, total);
  }
  const sorted = [...totals].map(([userId, { score, earliest, latest }]) => ({
    userId,
    score,
    at: latest ?? earliest,
  }));
  sorted.sort((a, b) => b.score - a.score || a.at - b.at || compare(a.userId, b.userId));
  return new Map(sorted.map(({ userId }, index) => [userId, index + 1]));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
