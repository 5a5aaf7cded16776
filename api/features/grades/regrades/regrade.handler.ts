import { Injectable } from '@nestjs/common';
import type { Question, Scenario } from '../../../contracts/catalogue.contract.js';
import type { ClassSession } from '../../../contracts/group.contract.js';
import type { RegradeRequest } from '../../../contracts/grading.contract.js';
import { passedShareOf } from '../../../contracts/quiz-score.rule.js';
import { DomainError, notFound } from '../../../platform/domain-error.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';
import { CourseQuery } from '../../courses/course.query.js';
import { gradesStream } from '../grades.stream.js';

/** Checks regrades against the catalogue, and records them. */
@Injectable()
export class RegradeHandler {
  constructor(
    private readonly commands: Commands,
    private readonly catalogue: ClassCatalogueQuery,
    private readonly courses: CourseQuery,
  ) {}

  async execute(
    courseId: string,
    decisionId: string,
    request: RegradeRequest,
    context: CommandContext,
  ): Promise<AppendResult | undefined> {
    const passedShare = await this.check(courseId, request);
    const now = context.metadata.occurredAt;
    const command = { kind: 'regrade', courseId, decisionId, ...request, passedShare, now } as const;
    return (await this.commands.handle(gradesStream.of(courseId), command, context)).appended;
  }

  /**
   * Returns the share of the points that passes the scenario.
   * @throws DomainError 400 for what the catalogue does not have, 404 for a class of another course
   */
  async check(courseId: string, { sessionId, scenarioId, questionText, change }: RegradeRequest): Promise<number> {
    const session = sessionId === null ? null : await this.classOf(courseId, sessionId);
    const scenario = (await this.catalogue.allScenarios(session)).find((each) => each.scenarioId === scenarioId);
    if (!scenario) throw refused('ScenarioId', 'This scenario is not in the catalogue. Reload the page.');
    if (questionText !== null) checkQuestion(findQuestion(scenario, questionText), change);
    else if (change.kind === 'Points') checkPoints(change.points, scenario.maxTotalScore || scenario.maxQuestionsScore);
    return passedShareOf(scenario);
  }

  private async classOf(courseId: string, sessionId: string): Promise<ClassSession> {
    const found = await this.courses.findClass(sessionId);
    if (found?.course.courseId !== courseId) throw notFound('The class');
    return found.session;
  }
}

function findQuestion({ questions }: Scenario, questionText: string): Question {
  const question = questions.find((each) => each.questionText.trim() === questionText);
  if (question) return question;
  throw refused('QuestionText', 'This question is not in the catalogue of the class. Reload the page.');
}

function checkQuestion({ maxScore, answers }: Question, change: RegradeRequest['change']): void {
  if (maxScore === null || maxScore === 0) throw refused('QuestionText', 'This question has no points.');
  if (change.kind === 'Points') checkPoints(change.points, maxScore);
  if (change.kind !== 'Keys') return;
  const options = new Set(answers.map(({ answerText }) => answerText));
  const unknown = change.keys.flat().find((option) => !options.has(option));
  if (unknown !== undefined) throw refused('Change', `“${unknown}” is not an option of this question.`);
}

function checkPoints(points: number, maximum: number): void {
  if (points === 0) throw refused('Change', 'Enter how many points to add or to subtract.');
  if (Math.abs(points) > maximum) throw refused('Change', `The maximum is ${maximum} points.`);
}

const refused = (field: string, message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, 400, { [field]: [message] });
