import { Injectable } from '@nestjs/common';
import { ResultLevel } from '../../../contracts/attempt.contract.js';
import type { Question, Scenario } from '../../../contracts/catalogue.contract.js';
import { originalResultOf } from '../../../contracts/cell-results.rule.js';
import { withFreeText } from '../../../contracts/free-text.rule.js';
import { DEFAULT_GRADING } from '../../../contracts/grading.rule.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import type {
  OwnAnswers,
  OwnAttempt,
  OwnClassResults,
  OwnResults,
  OwnResultsFilter as OwnResultsPage,
  OwnScenario,
} from '../../../contracts/results.contract.js';
import { notFound } from '../../../platform/domain-error.js';
import { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';
import { type ClassWithCourse, CourseQuery } from '../../courses/course.query.js';
import { GradingQuery } from '../../grades/grading.query.js';
import { type OwnDecisions, OwnDecisionsQuery } from '../../grades/own-decisions.query.js';
import { QuestionCardsQuery } from '../../answered-forms/question-cards.query.js';
import { ClassReleasesQuery } from '../releases/class-releases.query.js';
import { type OwnAttemptRow, OwnAttemptsQuery } from './own-attempts.query.js';
import { type OwnCell, OwnCellsQuery } from './own-cells.query.js';

/** Reads a person's own results and the answers that were released to the person. */
@Injectable()
export class OwnResultsQuery {
  constructor(
    private readonly own: OwnAttemptsQuery,
    private readonly cells: OwnCellsQuery,
    private readonly courses: CourseQuery,
    private readonly catalogue: ClassCatalogueQuery,
    private readonly releases: ClassReleasesQuery,
    private readonly cards: QuestionCardsQuery,
    private readonly grading: GradingQuery,
    private readonly decisions: OwnDecisionsQuery,
  ) {}

  async list(userId: string, { limit, offset }: OwnResultsPage): Promise<OwnResults> {
    const { ids, total } = await this.own.classes(userId, limit, offset);
    return { classes: await this.ofClasses(userId, ids), total };
  }

  /** Returns the person's results in each class. Null stands for attempts outside a class. */
  async ofClasses(userId: string, ids: readonly (string | null)[]): Promise<OwnClassResults[]> {
    const known = ids.filter((id) => id !== null);
    const [attempts, cells, found, answers, debriefs, grading, decisions] = await Promise.all([
      this.own.attempts(userId, ids),
      this.cells.find(userId, known),
      this.courses.findClasses(known),
      this.releases.find('answers', known),
      this.releases.find('debrief', known),
      this.grading.ofClasses(known),
      this.decisions.find(userId, known),
    ]);
    return Promise.all(
      ids.map(async (id): Promise<OwnClassResults> => {
        const klass = found.find(({ session }) => session.id === id);
        const rows = attempts.filter((row) => row.session_id === id);
        const decided = decisions.filter(({ sessionId }) => sessionId === id);
        const results = cells.filter(({ sessionId }) => sessionId === id);
        const { count, attempts: counted, passMark } = (id !== null && grading.get(id)) || DEFAULT_GRADING;
        return {
          session: klass ? shownClass(klass) : null,
          grading: { count, attempts: counted, passMark },
          answersReleasedAt: (id !== null && answers.get(id)) || null,
          debriefReleasedAt: (id !== null && debriefs.get(id)) || null,
          scenarios:
            rows.length + decided.length === 0
              ? []
              : byScenario({ rows, results, decided }, await this.catalogue.allScenarios(klass?.session ?? null)),
        };
      }),
    );
  }

  /** @throws DomainError 404 when the person has no such attempt */
  async answers(userId: string, attemptId: string): Promise<OwnAnswers> {
    const row = await this.own.attempt(userId, attemptId);
    if (!row) throw notFound('The attempt');
    const { session_id: sessionId, scenario_id: scenarioId } = row;
    const answersReleasedAt = sessionId === null ? null : await this.releases.findOne('answers', sessionId);
    if (sessionId === null || answersReleasedAt === null) return { attemptId, answersReleasedAt: null, questions: [] };
    const klass = await this.courses.findClass(sessionId);
    const scenarios = await this.catalogue.allScenarios(klass?.session ?? null);
    const asked = scenarios.find((scenario) => scenario.scenarioId === scenarioId)?.questions ?? [];
    const [cards = []] = await this.cards.of([row]);
    const questions = withFreeText(cards, row.free_text).map((card) => ({
      questionText: card.questionText,
      score: card.score,
      maxScore: card.maxScore,
      answers: card.answerScorecards,
      ...explanationOf(card.questionText, asked),
    }));
    return { attemptId, answersReleasedAt, questions };
  }
}

const shownClass = ({ session, course }: ClassWithCourse): OwnClassResults['session'] => ({
  id: session.id,
  name: session.name,
  courseName: course.name,
  startDate: session.startDate,
  endDate: session.endDate,
});

/** Everything about a person in a class. */
interface OwnRows {
  readonly rows: readonly OwnAttemptRow[];
  readonly results: readonly OwnCell[];
  readonly decided: readonly OwnDecisions[];
}

/** Groups attempts, results and decisions by scenario in the order of the catalogue. The rows of each scenario keep their order. */
function byScenario({ rows, results, decided }: OwnRows, scenarios: readonly Scenario[]): OwnScenario[] {
  return scenarios.flatMap(({ scenarioId, scenarioTitle, scenarioType, campaignTitle }) => {
    const own = rows.filter((row) => row.scenario_id === scenarioId);
    const all = decided.find((each) => each.scenarioId === scenarioId)?.decisions ?? [];
    // Regrades concern a student only through an attempt.
    const decisions = own.length > 0 ? [...all] : all.filter(({ kind }) => kind !== 'Regraded');
    if (own.length + decisions.length === 0) return [];
    const attempts = own.map(toOwnAttempt);
    const attemptCount = own[0]?.attempts ?? 0;
    const result = results.find((each) => each.scenarioId === scenarioId)?.result ?? null;
    return [{ scenarioId, scenarioTitle, scenarioType, campaignTitle, attemptCount, attempts, result, decisions }];
  });
}

const toOwnAttempt = (row: OwnAttemptRow): OwnAttempt => ({
  attemptId: row.attempt_id,
  totalScore: row.total_score,
  maxTotalScore: row.max_total_score,
  questionsScore: row.questions_score,
  maxQuestionsScore: row.max_questions_score,
  passed: row.is_passed,
  original: row.original && originalResultOf({ original: row.original }),
  late: row.late,
  level: ResultLevel.options[row.level]!,
  setAside: row.set_aside ? { reason: row.set_aside_reason ?? '' } : null,
  best: row.best,
  questions: row.questions,
  startedAt: toMoment(row.started_at),
  time: toMoment(row.completed_at),
});

function explanationOf(text: string, asked: readonly Question[]): { explanation?: string } {
  const explanation = asked.find(({ questionText }) => questionText.trim() === text.trim())?.explanation;
  return explanation === undefined ? {} : { explanation };
}
