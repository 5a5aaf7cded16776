import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { resultsOf, type Rules } from '../../contracts/cell-results.rule.js';
import type { GradingPreview } from '../../contracts/grading.contract.js';
import { DEFAULT_GRADING, type Grading } from '../../contracts/grading.rule.js';
import { type Reads, REPLICA_READS } from '../../platform/database/reads.js';
import { toCards } from '../answered-forms/answered-form.query.js';
import { ClassCatalogueQuery } from '../catalogue/class-catalogue.query.js';
import { CourseQuery } from '../courses/course.query.js';
import { originalOf, regradedFigures } from './regraded-figures.query.js';
import { GradedCells, type StoredAttempt, type StoredCell, type StoredRegrade } from './graded-cells.query.js';
import { ClassComparison, previewOf } from './previewed-changes.query.js';

const cells = new GradedCells((table) => `read.${table}`);

const SELECT_STUDENTS = `
  select r.session_id as "sessionId", r.user_id as "userId", p.username, p.enabled
  from read.rosters r join read.people p on p.id = r.user_id where r.course_id = $1 and r.removed_at is null`;

const SELECT_ANSWERS = `
  select a.attempt_id, a.answers, f.questions
  from read.attempt_classes k join read.attempts a on a.session_id = k.session_id and a.scenario_id = $3
    join read.attempt_forms f using (form_id)
  where k.course_id = $1 and ($2::uuid is null or k.session_id = $2)`;

interface Student {
  readonly sessionId: string;
  readonly userId: string;
  readonly username: string;
  readonly enabled: boolean;
}

/** Computes what a change of the grading would change, by the rules that apply it. */
@Injectable()
export class PreviewGradingQuery {
  constructor(
    @Inject(REPLICA_READS) private readonly reads: Reads,
    private readonly courses: CourseQuery,
    private readonly catalogue: ClassCatalogueQuery,
  ) {}

  /** Compares the settings of a course with others. */
  async settings(courseId: string, grading: Grading): Promise<GradingPreview> {
    const rules = await this.rules(courseId);
    return this.compare(courseId, rules, { rules: { ...rules, grading }, changed: (cell) => cell });
  }

  /** Compares the present results with those after one more regrade. */
  async regrade(courseId: string, regrade: StoredRegrade): Promise<GradingPreview> {
    const rules = await this.rules(courseId);
    const regrades = [...(await cells.regrades(this.reads, courseId)), regrade];
    const { rows } = await this.reads.query<{ attempt_id: string; answers: string; questions: string }>(
      SELECT_ANSWERS,
      [courseId, regrade.sessionId, regrade.scenarioId],
    );
    const answers = new Map(rows.map((row) => [row.attempt_id, row]));
    const regraded = (attempt: StoredAttempt): StoredAttempt => {
      const found = answers.get(attempt.attemptId);
      if (!found) return attempt;
      const figures = regradedFigures(attempt, toCards(found.questions, found.answers), regrades);
      const { original: _original, ...rest } = attempt;
      const original = originalOf(attempt);
      return figures ? { ...rest, ...figures, original } : { ...rest, ...original };
    };
    const changed = (cell: StoredCell): StoredCell =>
      cell.scenarioId === regrade.scenarioId ? { ...cell, attempts: cell.attempts.map(regraded) } : cell;
    return this.compare(courseId, rules, { rules, changed });
  }

  private async rules(courseId: string): Promise<Rules> {
    const [gradings, { rows }] = await Promise.all([
      cells.gradings(this.reads, [courseId]),
      this.reads.query<{ sequence: string }>('select sequence from read.leaderboards_cleared'),
    ]);
    return { grading: gradings.get(courseId) ?? DEFAULT_GRADING, cleared: Number(rows[0]?.sequence ?? 0) };
  }

  private async compare(courseId: string, before: Rules, after: Change): Promise<GradingPreview> {
    const [classes, scenarios] = await Promise.all([
      this.classes(courseId, before.grading, after.rules.grading),
      cells.scenarios(this.reads, courseId),
    ]);
    // Scenarios are read one after the other: a course can have hundreds of thousands of attempts. While the rules are applied to those of
    // one scenario, PostgreSQL reads the next ones.
    const reads = readAhead(scenarios, (scenario) => cells.readLazily(this.reads, { courseId, ...scenario }));
    for await (const stored of reads) {
      for (const cell of stored) {
        const comparison = classes.get(cell.sessionId);
        comparison?.add(cell, resultsOf(cell, before), resultsOf(after.changed(cell), after.rules));
      }
    }
    return previewOf([...classes.values()]);
  }

  /** Returns a comparison for each class with students, by its id. */
  private async classes(
    courseId: string,
    before: Grading,
    after: Grading,
  ): Promise<ReadonlyMap<string, ClassComparison>> {
    const { rows: students } = await this.reads.query<Student>(SELECT_STUDENTS, [courseId]);
    const found = await this.courses.findClasses([...new Set(students.map(({ sessionId }) => sessionId))]);
    const comparisons = found.map(async ({ session }): Promise<[string, ClassComparison]> => {
      // As in the gradebook: a sandbox never has a result, so it is not missing one.
      const scenarios = (await this.catalogue.of(session)).filter(({ gameMode }) => gameMode !== 'Sandbox');
      const ofClass = students.filter(({ sessionId }) => sessionId === session.id);
      const compared = { sessionId: session.id, sessionName: session.name, scenarios, students: ofClass };
      return [session.id, new ClassComparison(compared, before, after)];
    });
    return new Map(await Promise.all(comparisons));
  }
}

/** The rules after a change, and how it changes the attempts of a cell. */
interface Change {
  readonly rules: Rules;
  readonly changed: (cell: StoredCell) => StoredCell;
}

/** Queries that run while the rules are applied to the cells of one scenario. */
const READ_AHEAD = 2;

/** Yields what `read` returns for each item, and already reads the next ones. */
async function* readAhead<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
): AsyncGenerator<Read> {
  const reads: Promise<Read>[] = [];
  for (const [index, item] of items.entries()) {
    const started = read(item);
    // A failure is thrown when its turn comes.
    started.catch(() => undefined);
    reads.push(started);
    if (index < READ_AHEAD) continue;
    yield await reads.shift()!;
    // Other requests have their turn.
    await setImmediate();
  }
  for (const started of reads) yield await started;
}
