import { Injectable } from '@nestjs/common';
import type { BeginAttemptRequest, BeginAttemptResponse } from '../../../contracts/attempt.contract.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { RequestContext } from '../../../platform/http/request-context.js';
import { type Catalogue, CatalogueQuery } from '../../catalogue/catalogue.query.js';
import { ClassOfAttemptCache, type ClassOfPlayer } from '../../courses/class-of-attempt.cache.js';
import { Allowance } from '../allowance.js';
import { assertCanBegin } from '../score.stream.js';
import { AttemptTickets } from './attempt-tickets.js';

/** A player begins at most 30 attempts in a minute. */
const LIMITS = { most: 30, everyMs: 2_000 };
const TOO_MANY = 'You have started too many scenarios. Wait a moment and start again.';

/**
 * Witnesses the start of an attempt: checks class and scenario like those of a result, and returns a ticket. Nothing is
 * stored. A request with the same `Idempotency-Key` returns the same attempt id.
 */
@Injectable()
export class BeginAttemptHandler {
  private readonly allowance = new Allowance(LIMITS);

  constructor(
    private readonly catalogue: CatalogueQuery,
    private readonly classes: ClassOfAttemptCache,
    private readonly tickets: AttemptTickets,
  ) {}

  async execute(
    { scenarioId, sessionId }: BeginAttemptRequest,
    { userId }: Actor,
    context: RequestContext,
  ): Promise<BeginAttemptResponse> {
    const beganAt = context.now.getTime();
    const seconds = this.allowance.consume(userId, 1, beganAt);
    if (seconds > 0) throw new DomainError('TOO_MANY_REQUESTS', TOO_MANY, 429, undefined, seconds);
    const { edition } = await this.checkedCatalogue(scenarioId, sessionId, userId, context);
    const attempt = { attemptId: context.commandId, userId, scenarioId, sessionId };
    const ticket = this.tickets.issue(attempt, { beganAt, edition });
    return { attemptId: attempt.attemptId, startedAt: context.now.toISOString(), ticket };
  }

  /** Returns the catalogue that has the scenario. Before a rejection, reads the newest catalogue and the streams of the class. */
  private async checkedCatalogue(
    scenarioId: string,
    sessionId: string | null,
    userId: string,
    { metadata }: RequestContext,
  ): Promise<Catalogue> {
    const check = (catalogue: Catalogue, classOfAttempt: ClassOfPlayer | null): Catalogue => {
      assertCanBegin(catalogue.byId.get(scenarioId), classOfAttempt);
      return catalogue;
    };
    try {
      return check(
        await this.catalogue.current(),
        sessionId === null ? null : await this.classes.find(sessionId, userId),
      );
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const catalogue = error.status === 400 ? await this.catalogue.newest() : await this.catalogue.current();
      const byStreams =
        sessionId === null ? null : await this.classes.findByStreams(sessionId, userId, metadata.occurredAt);
      return check(catalogue, byStreams);
    }
  }
}
