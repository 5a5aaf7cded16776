import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
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
import { attemptStream, type ClassOfAttempt, decideScore } from '../score.stream.js';
import type { ScoreSubmitted } from '../score.events.js';
import { ClassOfAttemptCache } from '../../courses/class-of-attempt.cache.js';
import { ScoreAllowance } from './score-allowance.js';

/** How long an attempt may wait to be handed in by the catalogue it was started with. */
const LONGEST_OFFLINE_MS = 30 * 24 * 3_600_000;
const TOO_MANY = 'You have sent very many results. They can be sent again later.';

/** What became of it; `repeated` when the log had it already. */
export interface SubmittedScore extends SubmitScoreResponse {
  readonly repeated: boolean;
}

/** A player hands in one finished attempt of their own. */
export class SubmitScore {
  constructor(
    readonly attempt: SubmitScoreRequest,
    readonly actor: Actor,
    readonly context: RequestContext,
  ) {}
}

/**
 * One append without a read: the event id is derived from attempt, player and body, so the log itself recognises a repeat,
 * and another body or another player is a conflict.
 */
@Injectable()
export class SubmitScoreHandler {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly catalogue: CatalogueQuery,
    private readonly classes: ClassOfAttemptCache,
    private readonly allowance: ScoreAllowance,
  ) {}

  async execute(command: SubmitScore): Promise<SubmittedScore> {
    const { attempt, actor, context } = command;
    // The schema gives the body's keys in one order, so equal bodies have equal text.
    const body = JSON.stringify(attempt);
    const eventId = eventIdOf(attempt.attemptId, actor.userId, body);
    const appended = await this.withinAllowance(command, eventId, this.allowance.costOf(body.length));
    context.reached(appended);
    return { attemptId: attempt.attemptId, version: appended.version, repeated: appended.repeated };
  }

  /** Only an attempt that is stored for the first time counts; a repeat is answered whatever is left. */
  private async withinAllowance(command: SubmitScore, eventId: string, units: number): Promise<AppendResult> {
    const { attempt, actor, context } = command;
    const now = context.now.getTime();
    const seconds = this.allowance.take(actor.userId, units, now);
    if (seconds > 0) {
      const earlier = await this.findEarlier(attempt.attemptId, eventId);
      if (earlier) return earlier;
      throw new DomainError('TOO_MANY_REQUESTS', TOO_MANY, 429, undefined, seconds);
    }
    let isStored = false;
    try {
      const appended = await this.handIn(command, eventId);
      isStored = !appended.repeated;
      return appended;
    } finally {
      if (!isStored) this.allowance.giveBack(actor.userId, units, now);
    }
  }

  private async handIn(command: SubmitScore, eventId: string): Promise<AppendResult> {
    let event: ScoreSubmitted;
    try {
      event = await this.decide(command);
      // The read model may not know yet that the class was resumed, and what is stored as late does not count.
      if (event.data.late) event = await this.decideByStreams(command, null);
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
   * Decides again before anything is refused: the read models may not know the newest class, student or catalogue yet. What
   * the newest edition refuses counts by an older one that was shown since the attempt was started.
   */
  private async decideByStreams(command: SubmitScore, refusal: DomainError | null): Promise<ScoreSubmitted> {
    const { attempt, actor, context } = command;
    const { sessionId } = attempt;
    const catalogue = refusal?.status === 400 ? await this.catalogue.newest() : await this.catalogue.current();
    const classOfAttempt =
      sessionId === null
        ? null
        : ((await this.classes.findByStreams(sessionId, actor.userId, context.metadata.occurredAt)) ?? unknownClass());
    try {
      return decideWith(command, catalogue, classOfAttempt);
    } catch (error) {
      if (!isOfCatalogue(error) || !isRecent(command)) throw error;
      const editions = await this.catalogue.since(new Date(attempt.startedAt));
      return decideWithFirst(command, editions, classOfAttempt, error);
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
    const stream = attemptStream.of(event.data.attemptId);
    try {
      return await stream.append(this.store, 'no-stream', [{ ...event, eventId, metadata }]);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      throw new DomainError('ATTEMPT_REUSED', 'This attempt was handed in before with another result.');
    }
  }

  private async findEarlier(attemptId: string, eventId: string): Promise<AppendResult | undefined> {
    const [event] = await attemptStream.of(attemptId).read(this.store);
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

/** Decides by the first of these editions that takes the attempt; the oldest one says why none does. */
function decideWithFirst(
  command: SubmitScore,
  editions: readonly Catalogue[],
  classOfAttempt: ClassOfAttempt | null,
  refusal: unknown,
): ScoreSubmitted {
  const reasons: unknown[] = [];
  for (const edition of editions) {
    try {
      return decideWith(command, edition, classOfAttempt);
    } catch (error) {
      if (!isOfCatalogue(error)) throw error;
      reasons.push(error);
    }
  }
  throw reasons[0] ?? refusal;
}

const eventIdOf = (attemptId: string, userId: string, body: string): string =>
  uuidv5(createHash('sha256').update(userId).update(body).digest('hex'), attemptId);

/** A class nobody knows refuses like one the player has not joined. */
const unknownClass = (): ClassOfAttempt => ({
  courseId: '',
  organizationId: null,
  startedAt: null,
  endedAt: null,
  onRoster: false,
});
