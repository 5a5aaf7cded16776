import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidv5 } from 'uuid';
import type { SubmitScoreRequest, SubmitScoreResponse } from '../../../contracts/score.contract.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { DomainError } from '../../../platform/domain-error.js';
import { EVENT_STORE, type EventStore, VersionConflict } from '../../../platform/eventsourcing/event-store.js';
import type { RequestContext } from '../../../platform/http/request-context.js';
import { CatalogueQuery } from '../../catalogue/catalogue.query.js';
import { ClassOfAttemptQuery } from '../../courses/class-of-attempt.query.js';
import { type ClassOfAttempt, decideScore } from '../score.decider.js';
import { attemptStream, type ScoreSubmitted } from '../score.events.js';

/** A player hands in one finished attempt of their own. */
export class SubmitScore extends Command<SubmitScoreResponse> {
  constructor(
    readonly attempt: SubmitScoreRequest,
    readonly actor: Actor,
    readonly context: RequestContext,
  ) {
    super();
  }
}

/**
 * One append without a read: the event id is derived from attempt, player and body, so the log itself recognises a repeat,
 * and another body or another player is a conflict.
 */
@CommandHandler(SubmitScore)
export class SubmitScoreHandler implements ICommandHandler<SubmitScore> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly catalogue: CatalogueQuery,
    private readonly classes: ClassOfAttemptQuery,
  ) {}

  async execute(command: SubmitScore): Promise<SubmitScoreResponse> {
    const { attempt, actor, context } = command;
    const eventId = eventIdOf(attempt, actor.userId);
    const event = await this.decide(command, eventId);
    if (event !== 'repeat') await this.append(event, eventId, context);
    return { attemptId: attempt.attemptId, version: 0 };
  }

  private async decide({ attempt, actor, context }: SubmitScore, eventId: string): Promise<ScoreSubmitted | 'repeat'> {
    const { sessionId } = attempt;
    const { userId, organizationId } = actor;
    const scenario = (await this.catalogue.current()).byId.get(attempt.scenarioId);
    const now = context.now.getTime();
    const decideWith = (classOfAttempt: ClassOfAttempt | null): ScoreSubmitted =>
      decideScore({ attempt, userId, organizationId, scenario, classOfAttempt, now });
    try {
      return decideWith(sessionId === null ? null : await this.classOf(sessionId, userId));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (await this.isRepeat(attempt.attemptId, eventId)) return 'repeat';
      if (sessionId === null || error.status === 400) throw error;
      const facts = await this.classes.findByStreams(sessionId, userId, context.metadata.occurredAt);
      return decideWith(facts ?? unknownClass());
    }
  }

  private async classOf(sessionId: string, userId: string): Promise<ClassOfAttempt> {
    const [facts, onRoster] = await Promise.all([
      this.classes.find(sessionId),
      this.classes.isOnRoster(sessionId, userId),
    ]);
    return facts ? { ...facts, onRoster } : unknownClass();
  }

  private async append(event: ScoreSubmitted, eventId: string, context: RequestContext): Promise<void> {
    const { attemptId } = event.data;
    try {
      const { metadata } = context;
      context.reached(
        await this.store.appendToStream(attemptStream(attemptId), 'no-stream', [{ ...event, eventId, metadata }]),
      );
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      throw new DomainError('ATTEMPT_REUSED', 'This attempt was handed in before with another result.');
    }
  }

  private async isRepeat(attemptId: string, eventId: string): Promise<boolean> {
    const [event] = await this.store.readStream(attemptStream(attemptId));
    return event?.eventId === eventId;
  }
}

/** The schema gives the body's keys in one order, so equal bodies have equal text. */
const eventIdOf = (attempt: SubmitScoreRequest, userId: string): string =>
  uuidv5(createHash('sha256').update(userId).update(JSON.stringify(attempt)).digest('hex'), attempt.attemptId);

/** A class nobody knows refuses like one the player has not joined. */
const unknownClass = (): ClassOfAttempt => ({
  courseId: '',
  organizationId: null,
  startedAt: null,
  endedAt: null,
  onRoster: false,
});
