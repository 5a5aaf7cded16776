import { averagedShare, averageOfSums } from '../../contracts/average.rule.js';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import type { CellResults } from '../../contracts/cell-results.rule.js';
import { gradeOf, percentOf } from '../../contracts/grade.rule.js';
import { type GradingPreview, MAX_PREVIEWED, type StudentChange } from '../../contracts/grading.contract.js';
import type { EffectiveResult, Grading } from '../../contracts/grading.rule.js';
import { roundPoints } from '../../contracts/points.rule.js';
import type { StoredCell } from './graded-cells.query.js';

/** A class with its students on the roster. */
export interface PreviewedClass {
  readonly sessionId: string;
  readonly sessionName: string;
  readonly scenarios: readonly Scenario[];
  readonly students: readonly { readonly userId: string; readonly username: string; readonly enabled: boolean }[];
}

type Figures = GradingPreview['results'][number]['from'];

/** Compares the results of a class before and after a change. Keeps sums instead of cells, of which a class can have tens of thousands. */
export class ClassComparison {
  readonly counts = { lost: 0, gained: 0, changed: 0, letters: 0 };
  /** The first changed results. */
  readonly results: GradingPreview['results'][number][] = [];
  private readonly titles: ReadonlyMap<string, string>;
  private readonly students: ReadonlyMap<string, ComparedStudent>;

  constructor(
    private readonly compared: PreviewedClass,
    before: Grading,
    after: Grading,
  ) {
    this.titles = new Map(compared.scenarios.map(({ scenarioId, scenarioTitle }) => [scenarioId, scenarioTitle]));
    this.students = new Map(
      compared.students.map(({ userId, username }) => [
        userId,
        { username, before: new StudentResults(before), after: new StudentResults(after) },
      ]),
    );
  }

  /** Adds a cell with its results before and after the change. Cells of people who are not on the roster change nothing. */
  add(cell: Pick<StoredCell, 'userId' | 'scenarioId' | 'excused'>, before: CellResults, after: CellResults): void {
    const student = this.students.get(cell.userId);
    if (!student) return;
    student.before.add(cell, before);
    student.after.add(cell, after);
    if (!isSame(before.cell, after.cell)) this.addChange(cell, figuresOf(before.cell), figuresOf(after.cell));
  }

  private addChange(
    { userId, scenarioId }: Pick<StoredCell, 'userId' | 'scenarioId'>,
    from: Figures,
    to: Figures,
  ): void {
    const { counts, compared } = this;
    if (!to) counts.lost += 1;
    else if (!from) counts.gained += 1;
    else counts.changed += 1;
    if (from && to && letterOf(from.percent) !== letterOf(to.percent)) counts.letters += 1;
    if (this.results.length === MAX_PREVIEWED) return;
    const { sessionId, sessionName } = compared;
    const { username } = this.students.get(userId)!;
    const scenarioTitle = this.titles.get(scenarioId) ?? '';
    this.results.push({ sessionId, sessionName, userId, username, scenarioId, scenarioTitle, from, to });
  }

  /** Returns the students whose average changes. */
  averages(): StudentChange[] {
    const { scenarios } = this.compared;
    return this.changes((userId) => {
      const { before, after } = this.students.get(userId)!;
      return [before.average(scenarios), after.average(scenarios)];
    });
  }

  /** Returns the students whose place on the board over all campaigns changes. */
  places(): StudentChange[] {
    const [before, after] = [this.placesOf('before'), this.placesOf('after')];
    return this.changes((userId) => [before.get(userId) ?? null, after.get(userId) ?? null]);
  }

  private changes(valuesOf: (userId: string) => readonly [from: number | null, to: number | null]): StudentChange[] {
    const { sessionId, sessionName, students } = this.compared;
    return students.flatMap(({ userId, username }) => {
      const [from, to] = valuesOf(userId);
      return from === to ? [] : [{ sessionId, sessionName, userId, username, from, to }];
    });
  }

  /** Returns the places by the sums and the order of `leaderboard_totals`. */
  private placesOf(when: 'before' | 'after'): ReadonlyMap<string, number> {
    const ranked = this.compared.students.flatMap(({ userId, enabled }) => {
      const total = enabled ? this.students.get(userId)![when].total : undefined;
      return total ? [{ userId, score: total.score, at: total.latest ?? total.earliest }] : [];
    });
    ranked.sort((a, b) => b.score - a.score || a.at - b.at || compare(a.userId, b.userId));
    return new Map(ranked.map(({ userId }, index) => [userId, index + 1]));
  }
}

interface ComparedStudent {
  readonly username: string;
  readonly before: StudentResults;
  readonly after: StudentResults;
}

/** The results of a student under one grading. */
class StudentResults {
  /** The sum of the results on boards, with the times of the first one and of the last one with points. Undefined without such results. */
  total: { score: number; earliest: number; latest: number | null } | undefined;
  /** What each cell adds to the average, by scenario. */
  private readonly shares = new Map<string, number | undefined>();

  constructor(private readonly grading: Grading) {}

  add({ scenarioId, excused }: Pick<StoredCell, 'scenarioId' | 'excused'>, { cell, board }: CellResults): void {
    const averaged = excused ? 'Excused' : cell && pointsOf(cell);
    this.shares.set(scenarioId, averagedShare(averaged, this.grading.missing));
    if (!board) return;
    const score = roundPoints(board.totalScore + board.questionsScore);
    const time = board.time!;
    this.total ??= { score: 0, earliest: time, latest: null };
    const { total } = this;
    total.score = roundPoints(total.score + score);
    if (time < total.earliest) total.earliest = time;
    if (score > 0 && (total.latest === null || time > total.latest)) total.latest = time;
  }

  /** Returns the average, as the gradebook shows it. */
  average(scenarios: readonly Scenario[]): number | null {
    const missing = averagedShare(undefined, this.grading.missing);
    const sums = scenarios.flatMap(({ scenarioId, campaignId }) => {
      const share = this.shares.has(scenarioId) ? this.shares.get(scenarioId) : missing;
      return share === undefined ? [] : [{ scenarioId, campaignId, total: share, count: 1 }];
    });
    return averageOfSums(sums, this.grading.weights);
  }
}

/** Lists what changes. */
export function previewOf(classes: readonly ClassComparison[]): GradingPreview {
  const sumOf = (count: keyof ClassComparison['counts']): number =>
    classes.reduce((sum, each) => sum + each.counts[count], 0);
  const averages = classes.flatMap((each) => each.averages());
  const places = classes.flatMap((each) => each.places()).toSorted((a, b) => bestOf(a) - bestOf(b));
  return {
    lost: sumOf('lost'),
    gained: sumOf('gained'),
    changed: sumOf('changed'),
    letters: sumOf('letters'),
    results: classes.flatMap(({ results }) => results).slice(0, MAX_PREVIEWED),
    averagesTotal: averages.length,
    averages: averages.slice(0, MAX_PREVIEWED),
    placesTotal: places.length,
    places: places.slice(0, MAX_PREVIEWED),
  };
}

const letterOf = (percent: number | null): string | null => (percent === null ? null : gradeOf(percent));
const bestOf = ({ from, to }: StudentChange): number => Math.min(from ?? Infinity, to ?? Infinity);
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function isSame(a: EffectiveResult | undefined, b: EffectiveResult | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.attemptId === b.attemptId &&
    achievedIn(a) === achievedIn(b) &&
    maximumOf(a) === maximumOf(b) &&
    a.passed === b.passed
  );
}

const achievedIn = (result: EffectiveResult): number => roundPoints(result.totalScore + result.questionsScore);
const maximumOf = (result: EffectiveResult): number => roundPoints(result.maxTotalScore + result.maxQuestionsScore);

function figuresOf(result: EffectiveResult | undefined): Figures {
  if (!result) return null;
  const { passed } = result;
  return { points: achievedIn(result), maximum: maximumOf(result), percent: percentOf(pointsOf(result)), passed };
}

const pointsOf = ({ totalScore, maxTotalScore, questionsScore, maxQuestionsScore }: EffectiveResult) => ({
  total: totalScore,
  maxTotal: maxTotalScore,
  questions: questionsScore,
  maxQuestions: maxQuestionsScore,
});
