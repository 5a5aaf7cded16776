import { Injectable } from '@nestjs/common';
import type { ExportFormat, ScoresExportQuery } from '../../../contracts/export.contract.js';
import { type AttemptPolicy, DEFAULT_GRADING } from '../../../contracts/grading.rule.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { AboutLine, Sheet } from '../../../platform/sheets/sheet.js';
import { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';
import { AboutExportQuery } from '../../exports/about-export.query.js';
import { GradingQuery } from '../../grades/grading.query.js';
import type { AccessibleAttempts } from '../attempts-access.policy.js';
import { GridSheet } from './grid-sheet.js';
import { QuizSheet } from './quiz-sheet.js';
import { ResultsSheet } from './results-sheet.js';
import { STUDENT_COLUMNS } from './student-columns.js';

/** Builds the tables of GET /api/scores/session/{a}/{b}/csv. Rows are read while the file is written. */
@Injectable()
export class ExportScores {
  constructor(
    private readonly catalogue: ClassCatalogueQuery,
    private readonly results: ResultsSheet,
    private readonly quizzes: QuizSheet,
    private readonly grids: GridSheet,
    private readonly about: AboutExportQuery,
    private readonly grading: GradingQuery,
  ) {}

  /** @throws DomainError 400 when a grid is requested over all classes */
  async sheet(actorId: string, attempts: AccessibleAttempts, query: ScoresExportQuery): Promise<Sheet> {
    const table = query.layout === 'grid' ? await this.grid(attempts, query.format) : await this.list(attempts, query);
    const { filter, session } = attempts;
    const subject = { ...filter, actorId, session, zone: query.zone, title: table.name };
    return {
      ...table,
      nameColumns: STUDENT_COLUMNS.length,
      about: async () => this.about.lines(subject, filtersOf(attempts, query, await this.policyOf(attempts))),
    };
  }

  /** Returns which attempt counts in the class; undefined over several classes, whose courses may differ. */
  private async policyOf({ session }: AccessibleAttempts): Promise<AttemptPolicy | undefined> {
    if (!session) return undefined;
    const gradings = await this.grading.ofClasses([session.id]);
    return (gradings.get(session.id) ?? DEFAULT_GRADING).attempts;
  }

  private async list(attempts: AccessibleAttempts, { zone }: ScoresExportQuery): Promise<Table> {
    const { filter, session, seesAllStudents } = attempts;
    const scenarios = await this.catalogue.allScenarios(session);
    const quiz = scenarios.find(({ scenarioId }) => scenarioId === filter.scenarioId);
    if (quiz?.scenarioType === 'Quiz') {
      const questions = await this.quizzes.questionsOf(filter, quiz);
      const included = session && seesAllStudents ? 'roster' : 'results';
      return {
        name: named('Quiz Results', quiz.scenarioTitle),
        columns: this.quizzes.columns(questions, seesAllStudents, zone),
        rows: this.quizzes.rows(filter, quiz, included, questions, seesAllStudents, zone),
      };
    }
    return {
      name: named('Scores', session?.name),
      columns: this.results.columns(seesAllStudents, zone),
      rows: this.results.rows(filter, scenarios, seesAllStudents, zone),
    };
  }

  private async grid({ filter, session }: AccessibleAttempts, format: ExportFormat): Promise<Table> {
    if (!session) {
      const message = 'The grid layout shows one class. Choose a class.';
      const errors = { Layout: [message] };
      throw new DomainError('VALIDATION_FAILED', message, 400, errors);
    }
    return { name: named('Gradebook', session.name), ...(await this.grids.table(session, filter, format)) };
  }
}

type Table = Pick<Sheet, 'name' | 'columns' | 'rows' | 'footer'>;

const named = (what: string, whose: string | undefined): string => (whose ? `${what} - ${whose}` : what);

/** A list has rows of attempts, so where the average counts, it has the best one. A grid has the results. */
const POLICIES: Readonly<Record<AttemptPolicy, Readonly<Record<'list' | 'grid', string>>>> = {
  Best: { list: 'Best attempt of each scenario', grid: 'Best attempt of each scenario' },
  Last: { list: 'Last attempt of each scenario', grid: 'Last attempt of each scenario' },
  Average: {
    list: 'Best attempt of each scenario; the average of all counts',
    grid: 'Average of all attempts of each scenario',
  },
};

function filtersOf(
  { filter, seesAllStudents }: AccessibleAttempts,
  { layout }: ScoresExportQuery,
  policy: AttemptPolicy | undefined,
): AboutLine[] {
  const students = seesAllStudents ? 'All students' : 'Own results only';
  const best = layout === 'grid' || filter.attempts === 'best';
  const counted = policy ? POLICIES[policy][layout] : 'Best or last attempt of each scenario, as each course counts';
  const failed = layout === 'grid' || filter.includeFailed;
  return [
    ['Students', seesAllStudents && filter.userId !== null ? 'One student' : students],
    ['Attempts', best ? counted : 'All attempts'],
    ['Failed attempts', failed ? 'Included' : 'Excluded'],
  ];
}
