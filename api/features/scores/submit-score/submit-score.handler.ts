import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidv5 } from 'uuid';
import type { SubmitScoreRequest, SubmitScoreResponse } from '../../../contracts/score.contract.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { DomainError } from '../../../platform/domain-error.js';
import {
  type AppendResult,
  EVENT_STORE,
  type EventStore,
  VersionConflict,
} from '../../../platform/eventsourcing/event-store.js';
import type { RequestContext } from '../../../platform/http/request-context.js';
import { type Catalogue, CatalogueQuery } from '../../catalogue/catalogue.query.js';
import { ClassOfAttemptQuery } from '../../courses/class-of-attempt.query.js';
import { type ClassOfAttempt, decideScore } from '../score.decider.js';
import { attemptStream, type ScoreSubmitted } from '../score.events.js';

/** How long an attempt may wait to be handed in by the catalogue it was started with. */
const LONGEST_OFFLINE_MS = 30 * 24 * 3_600_000;

/** What became of it; `repeated` when the log had it already. */
export interface SubmittedScore extends SubmitScoreResponse {
  readonly repeated: boolean;
}

/** A player hands in one finished attempt of their own. */
export class SubmitScore extends Command<SubmittedScore> {
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

  async execute(command: SubmitScore): Promise<SubmittedScore> {
    const { attempt, actor, context } = command;
    const appended = await this.handIn(command, eventIdOf(attempt, actor.userId));
    context.reached(appended);
    return { attemptId: attempt.attemptId, version: appended.version, repeated: appended.repeated };
  }

  private async handIn(command: SubmitScore, eventId: string): Promise<AppendResult> {
    let event: ScoreSubmitted;
    try {
      event = await this.decide(command);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const earlier = await this.findEarlier(command.attempt.attemptId, eventId);
      if (earlier) return earlier;
      if (error.code === 'VALIDATION_FAILED') throw error;
      event = await this.decideByStreams(command, error);
    }
    return this.append(event, eventId, command.context);
  }

  private async decide(command: SubmitScore): Promise<ScoreSubmitted> {
    const { sessionId } = command.attempt;
    const catalogue = await this.catalogue.current();
    return decideWith(
      command,
      catalogue,
      sessionId === null ? null : await this.classOf(sessionId, command.actor.userId),
    );
  }

  /**
   * Once more before anything is refused: the read models may not have heard of the newest class, student or catalogue. What
   * the newest catalogue refuses counts by the one shown when it was started.
   */
  private async decideByStreams(command: SubmitScore, refusal: DomainError): Promise<ScoreSubmitted> {
    const { attempt, actor, context } = command;
    const { sessionId } = attempt;
    const catalogue = refusal.status === 400 ? await this.catalogue.newest() : await this.catalogue.current();
    const classOfAttempt =
      sessionId === null
        ? null
        : ((await this.classes.findByStreams(sessionId, actor.userId, context.metadata.occurredAt)) ?? unknownClass());
    try {
      return decideWith(command, catalogue, classOfAttempt);
    } catch (error) {
      if (!isOfCatalogue(error) || !isRecent(command)) throw error;
      return decideWith(command, await this.catalogue.at(new Date(attempt.startedAt)), classOfAttempt);
    }
  }

  private async classOf(sessionId: string, userId: string): Promise<ClassOfAttempt> {
    const [facts, onRoster] = await Promise.all([
      this.classes.find(sessionId),
      this.classes.isOnRoster(sessionId, userId),
    ]);
    return facts ? { ...facts, onRoster } : unknownClass();
  }

  private async append(event: ScoreSubmitted, eventId: string, { metadata }: RequestContext): Promise<AppendResult> {
    const stream = attemptStream(event.data.attemptId);
    try {
      return await this.store.appendToStream(stream, 'no-stream', [{ ...event, eventId, metadata }]);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      throw new DomainError('ATTEMPT_REUSED', 'This attempt was handed in before with another result.');
    }
  }

  private async findEarlier(attemptId: string, eventId: string): Promise<AppendResult | undefined> {
    const [event] = await this.store.readStream(attemptStream(attemptId));
    if (event?.eventId !== eventId) return undefined;
    return { version: event.version, position: event.position, repeated: true };
  }
}

/** What was played may have been finished offline, before a publication that took it away or changed its points. */
const isOfCatalogue = (error: unknown): boolean =>
  error instanceof DomainError && (error.code === 'UNKNOWN_SCENARIO' || error.code === 'SCORE_ABOVE_MAXIMUM');

const isRecent = ({ attempt, context }: SubmitScore): boolean =>
  new Date(attempt.startedAt).getTime() > context.now.getTime() - LONGEST_OFFLINE_MS;

const decideWith = (
  { attempt, actor: { userId, organizationId }, context }: SubmitScore,
  { byId }: Catalogue,
  classOfAttempt: ClassOfAttempt | null,
): ScoreSubmitted =>
  decideScore({
    attempt,
    userId,
    organizationId,
    scenario: byId.get(attempt.scenarioId),
    classOfAttempt,
    now: context.now.getTime(),
  });

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
