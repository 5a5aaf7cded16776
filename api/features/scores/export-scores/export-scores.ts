import { Injectable } from '@nestjs/common';
import type { ScoresExportQuery } from '../../../contracts/export.contract.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { Sheet } from '../../../platform/sheets/sheet.js';
import { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';
import type { AccessibleAttempts } from '../attempts-access.js';
import { GridSheet } from './grid-sheet.js';
import { QuizSheet } from './quiz-sheet.js';
import { ResultsSheet } from './results-sheet.js';

/** The tables of GET /api/scores/session/{a}/{b}/csv; rows are read when they are asked for. */
@Injectable()
export class ExportScores {
  constructor(
    private readonly catalogue: ClassCatalogueQuery,
    private readonly results: ResultsSheet,
    private readonly quizzes: QuizSheet,
    private readonly grids: GridSheet,
  ) {}

  /** @throws DomainError 400 when a grid is asked for over all classes */
  async sheet(attempts: AccessibleAttempts, { layout, zone }: ScoresExportQuery): Promise<Sheet> {
    if (layout === 'grid') return this.grid(attempts);
    const { filter, session, seesEverybody } = attempts;
    const scenarios = await this.catalogue.ever(session);
    const quiz = scenarios.find(({ scenarioId }) => scenarioId === filter.scenarioId);
    if (quiz?.scenarioType === 'Quiz') {
      const questions = await this.quizzes.questionsOf(filter, quiz);
      const who = session && seesEverybody ? 'roster' : 'results';
      return {
        name: named('Quiz Results', quiz.scenarioTitle),
        columns: this.quizzes.columns(questions, zone),
        rows: this.quizzes.rows(filter, quiz, who, questions, zone),
      };
    }
    return {
      name: named('Scores', session?.name),
      columns: this.results.columns(seesEverybody, zone),
      rows: this.results.rows(filter, scenarios, seesEverybody, zone),
    };
  }

  private async grid({ filter, session }: AccessibleAttempts): Promise<Sheet> {
    if (!session) {
      const errors = { Layout: ['A grid is of one class.'] };
      throw new DomainError('VALIDATION_FAILED', 'A grid is of one class.', 400, errors);
    }
    const scenarios = await this.grids.scenariosOf(session, filter);
    return {
      name: named('Gradebook', session.name),
      columns: this.grids.columns(scenarios),
      rows: this.grids.rows(session.id, filter, scenarios),
    };
  }
}

const named = (what: string, whose: string | undefined): string => (whose ? `${what} - ${whose}` : what);
