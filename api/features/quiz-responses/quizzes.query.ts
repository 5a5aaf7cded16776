import { Injectable } from '@nestjs/common';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import type { ClassSession } from '../../contracts/group.contract.js';
import { notFound } from '../../platform/domain-error.js';
import { ClassCatalogueQuery } from '../catalogue/class-catalogue.query.js';

/** Lists the scenarios of a class that are quizzes (docs/rules.md#quizzes-of-a-class). */
@Injectable()
export class QuizzesQuery {
  constructor(private readonly catalogue: ClassCatalogueQuery) {}

  /** Returns the quizzes in the order of the catalogue. */
  async all(session: ClassSession): Promise<Scenario[]> {
    return (await this.catalogue.of(session)).filter(isQuiz);
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
}

const isQuiz = ({ scenarioType, gameMode }: Scenario): boolean => scenarioType === 'Quiz' && gameMode !== 'Sandbox';
