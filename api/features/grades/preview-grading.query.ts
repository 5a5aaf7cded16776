import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import { resultsOf, type Rules } from '../../contracts/cell-results.rule.js';
import type { GradingPreview } from '../../contracts/grading.contract.js';
import { DEFAULT_GRADING, type Grading } from '../../contracts/grading.rule.js';
import { type Reads, REPLICA_READS } from '../../platform/database/reads.js';
import { toCards } from '../answered-forms/answered-form.query.js';
import { ClassCatalogueQuery } from '../catalogue/class-catalogue.query.js';
import { CourseQuery } from '../courses/course.query.js';
import { originalOf, regradedFigures } from './regraded-figures.query.js';
import { GradedCells, type StoredAttempt, type StoredCell, type StoredRegrade } from './graded-cells.query.js';
import { type PreviewedCell, type PreviewedClass, previewOf } from './previewed-changes.query.js';

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
    const { stored, rules } = await this.read(courseId);
    return this.compare(courseId, stored, { cells: stored, rules }, { cells: stored, rules: { ...rules, grading } });
  }

  /** Compares the present results with those after one more regrade. */
  async regrade(courseId: string, regrade: StoredRegrade): Promise<GradingPreview> {
    const { stored, rules } = await this.read(courseId);
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
    const after = stored.map((cell) =>
      cell.scenarioId === regrade.scenarioId ? { ...cell, attempts: cell.attempts.map(regraded) } : cell,
    );
    return this.compare(courseId, stored, { cells: stored, rules }, { cells: after, rules });
  }

  private async read(courseId: string): Promise<{ stored: readonly StoredCell[]; rules: Rules }> {
    const [stored, gradings, { rows }] = await Promise.all([
      cells.read(this.reads, { courseId }),
      cells.gradings(this.reads, [courseId]),
      this.reads.query<{ sequence: string }>('select sequence from read.leaderboards_cleared'),
    ]);
    const grading = gradings.get(courseId) ?? DEFAULT_GRADING;
    return { stored, rules: { grading, cleared: Number(rows[0]?.sequence ?? 0) } };
  }

  private async compare(
    courseId: string,
    stored: readonly StoredCell[],
    before: Side,
    after: Side,
  ): Promise<GradingPreview> {
    const { rows: students } = await this.reads.query<Student>(SELECT_STUDENTS, [courseId]);
    const sessionIds = [...new Set([...stored, ...students].map(({ sessionId }) => sessionId))];
    const found = await this.courses.findClasses(sessionIds);
    const bySession = new Map<string, number[]>();
    for (const [index, { sessionId }] of stored.entries()) {
      const indices = bySession.get(sessionId);
      if (indices) indices.push(index);
      else bySession.set(sessionId, [index]);
    }
    const classes = await Promise.all(
      found.map(async ({ session }): Promise<PreviewedClass> => {
        const sessionId = session.id;
        const scenarios: readonly Scenario[] = await this.catalogue.of(session);
        const indices = bySession.get(sessionId) ?? [];
        const ofClass = students.filter((student) => student.sessionId === sessionId);
        return {
          sessionId,
          sessionName: session.name,
          scenarios,
          students: ofClass,
          before: await previewedCells(before, indices),
          after: await previewedCells(after, indices),
        };
      }),
    );
    return previewOf(classes, before.rules.grading, after.rules.grading);
  }
}

/** The cells of a course and the rules that apply to them, before or after the change. */
interface Side {
  readonly cells: readonly StoredCell[];
  readonly rules: Rules;
}

/** Number of cells between which other requests have their turn. */
const CELLS_AT_ONCE = 1_000;

async function previewedCells({ cells, rules }: Side, indices: readonly number[]): Promise<PreviewedCell[]> {
  const previewed: PreviewedCell[] = [];
  for (const index of indices) {
    previewed.push({ cell: cells[index]!, results: resultsOf(cells[index]!, rules) });
    if (previewed.length % CELLS_AT_ONCE === 0) await setImmediate();
  }
  return previewed;
}
