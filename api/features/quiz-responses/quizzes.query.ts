import { Injectable } from '@nestjs/common';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import type { ClassAnswers } from '../../contracts/class-answers.contract.js';
import type { ClassSession } from '../../contracts/group.contract.js';
import { isClassQuiz } from '../../contracts/quiz-scenario.rule.js';
import { notFound } from '../../platform/domain-error.js';
import { ClassCatalogueQuery } from '../catalogue/class-catalogue.query.js';

/** Lists the scenarios of a class that are quizzes (docs/rules.md#quizzes-of-a-class). */
@Injectable()
export class QuizzesQuery {
  constructor(private readonly catalogue: ClassCatalogueQuery) {}

  /** Returns the quizzes in the order of the catalogue. */
  async all(session: ClassSession): Promise<Scenario[]> {
    return (await this.catalogue.of(session)).filter(isClassQuiz);
  }

  async find(session: ClassSession, scenarioId: string): Promise<Scenario | undefined> {
    return (await this.all(session)).find((quiz) => quiz.scenarioId === scenarioId);
  }

  /** @throws DomainError 404 when the class has no such quiz. */
  async one(session: ClassSession, scenarioId: string): Promise<Scenario> {
    const found = await this.find(session, scenarioId);
    if (!found) throw notFound('The quiz');
    return found;
  }

  /**
   * Returns the questions of a quiz in each edition that the class has had; edition 0 for a quiz that none of them has.
   * @throws DomainError 404 when there was no such quiz
   */
  async during(session: ClassSession, scenarioId: string): Promise<ClassAnswers['editions']> {
    const { editions, removed } = await this.catalogue.editionsDuring(session, [scenarioId]);
    const published = [
      ...removed.map((scenario) => ({ edition: 0, scenario })),
      ...editions.map(({ edition, byId }) => ({ edition, scenario: byId.get(scenarioId) })),
    ];
    const found = published.flatMap(({ edition, scenario }) =>
      scenario && isClassQuiz(scenario) ? [{ edition, questions: scenario.questions }] : [],
    );
    if (found.length === 0) throw notFound('The quiz');
    return found;
  }
}
