import { Injectable } from '@nestjs/common';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import { notFound } from '../../platform/domain-error.js';
import { CatalogueQuery } from '../catalogue/catalogue.query.js';

/** The scenarios that are quizzes (decisions K2). */
@Injectable()
export class QuizzesQuery {
  constructor(private readonly catalogue: CatalogueQuery) {}

  /** In the order of the catalogue. */
  async all(): Promise<Scenario[]> {
    return (await this.catalogue.current()).scenarios.filter(isQuiz);
  }

  async find(scenarioId: string): Promise<Scenario | undefined> {
    const found = (await this.catalogue.current()).byId.get(scenarioId);
    return found && isQuiz(found) ? found : undefined;
  }

  /** @throws DomainError 404 when the catalogue has no such quiz. */
  async one(scenarioId: string): Promise<Scenario> {
    const found = await this.find(scenarioId);
    if (!found) throw notFound('The quiz');
    return found;
  }
}

const isQuiz = ({ scenarioType, gameMode }: Scenario): boolean => scenarioType === 'Quiz' && gameMode !== 'Sandbox';
