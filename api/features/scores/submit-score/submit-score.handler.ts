import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import { scoreQuiz } from '../../../contracts/quiz-score.rule.js';
import type { ScoredQuiz, SubmitScoreRequest, SubmitScoreResponse } from '../../../contracts/score.contract.js';
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
import { Allowance } from '../allowance.js';
import { AttemptTickets } from '../begin-attempt/attempt-tickets.js';
import { attemptStream, decideScore, type Witness } from '../score.stream.js';
import type { ScoreSubmitted } from '../score.events.js';
import { ClassOfAttemptCache, type ClassOfPlayer } from '../../courses/class-of-attempt.cache.js';

/** Maximum age of an attempt that is still accepted by the edition with which it was started. */
const LONGEST_OFFLINE_MS = 30 * 24 * 3_600_000;
/** Size of one unit of the allowance in characters of JSON. A larger attempt costs several units. */
const UNIT_CHARACTERS = 4_096;
/**
 * Limits how much of the log a player can fill. The most is more than an outbox stores, so that results of many offline days
 * can be sent at once. For long periods, no player finishes more than one scenario in five seconds.
 */
const LIMITS = { most: 2_000, everyMs: 5_000 };
const TOO_MANY = 'You have sent too many results. Send them again later.';

/** Response to a submitted attempt. `repeated`: the log already contained it. */
export interface SubmittedScore extends SubmitScoreResponse {
  readonly repeated: boolean;
}

/** A result in the log. */
type StoredResult = AppendResult & Pick<ScoreSubmitted, 'data'>;

/** Command by which a player submits one finished attempt. */
export class SubmitScore {
  constructor(
    readonly attempt: SubmitScoreRequest,
    readonly actor: Actor,
    readonly context: RequestContext,
  ) {}
}

/**
 * Records an attempt with one append and no read. The event id is derived from attempt, player and body, so the log itself
 * recognizes a repeat. A different body or player is a conflict.
 */
@Injectable()
export class SubmitScoreHandler {
  private readonly allowance = new Allowance(LIMITS);

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly catalogue: CatalogueQuery,
    private readonly classes: ClassOfAttemptCache,
    private readonly tickets: AttemptTickets,
  ) {}

  async execute(command: SubmitScore): Promise<SubmittedScore> {
    const { attempt, actor, context } = command;
    // The schema returns the keys of the body in a fixed order, so equal bodies have equal text.
    const body = JSON.stringify(attempt);
    const eventId = eventIdOf(attempt.attemptId, actor.userId, body);
    const stored = await this.withinAllowance(command, eventId, unitsOf(body.length));
    context.recordPosition(stored);
    const { version, repeated, data } = stored;
    const quiz = await this.scoredQuiz(attempt, data);
    return {
      attemptId: attempt.attemptId,
      version,
      repeated,
      level: data.level ?? 'Reported',
      ...(quiz && { quiz }),
    };
  }

  /**
   * Charges the allowance only for attempts that are stored for the first time. A repeat is answered even when none is left.
   */
  private async withinAllowance(command: SubmitScore, eventId: string, units: number): Promise<StoredResult> {
    const { attempt, actor, context } = command;
    const now = context.now.getTime();
    const seconds = this.allowance.consume(actor.userId, units, now);
    if (seconds > 0) {
      const earlier = await this.findEarlier(attempt.attemptId, eventId);
      if (earlier) return earlier;
      throw new DomainError('TOO_MANY_REQUESTS', TOO_MANY, 429, undefined, seconds);
    }
    let isStored = false;
    try {
      const stored = await this.submit(command, eventId);
      isStored = !stored.repeated;
      return stored;
    } finally {
      if (!isStored) this.allowance.refund(actor.userId, units, now);
    }
  }

  private async submit(command: SubmitScore, eventId: string): Promise<StoredResult> {
    let event: ScoreSubmitted;
    try {
      event = await this.decide(command);
      // The read model may not contain the resumption of the class yet, and an attempt stored as late would not count.
      if (event.data.late) event = await this.decideByStreams(command, null);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const earlier = await this.findEarlier(command.attempt.attemptId, eventId);
      if (earlier) return earlier;
      if (error.code === 'VALIDATION_FAILED') throw error;
      event = await this.decideByStreams(command, error);
    }
    const appended = await this.append(event, eventId, command.context);
    // The stored result may be worth more, because its ticket has expired since.
    const earlier = appended.repeated && (await this.findEarlier(command.attempt.attemptId, eventId));
    return earlier || { ...appended, data: event.data };
  }

  /** Returns the score of the answers by the edition that the result has recorded; undefined when the game scored them. */
  private async scoredQuiz(
    { answers, scenarioId }: SubmitScoreRequest,
    { scoredEdition }: ScoreSubmitted['data'],
  ): Promise<ScoredQuiz | undefined> {
    if (!answers || scoredEdition === undefined) return undefined;
    const quiz = (await this.catalogue.edition(scoredEdition)).byId.get(scenarioId);
    return quiz && scoreQuiz(quiz, answers);
  }

  private async decide(command: SubmitScore): Promise<ScoreSubmitted> {
    const { sessionId } = command.attempt;
    const catalogue = await this.catalogueOf(command, () => this.catalogue.current());
    return this.decideWith(
      command,
      catalogue,
      sessionId === null ? null : await this.classes.find(sessionId, command.actor.userId),
    );
  }

  /**
   * Decides again before an attempt is rejected or stored as late: the read models may not contain the newest class, student
   * or catalogue yet. An attempt that the newest edition rejects is accepted by an older edition that was current at or
   * after the start of the attempt.
   */
  private async decideByStreams(command: SubmitScore, refusal: DomainError | null): Promise<ScoreSubmitted> {
    const { attempt, actor, context } = command;
    const { sessionId } = attempt;
    const catalogue = await this.catalogueOf(command, () =>
      refusal?.status === 400 ? this.catalogue.newest() : this.catalogue.current(),
    );
    const classOfAttempt =
      sessionId === null
        ? null
        : await this.classes.findByStreams(sessionId, actor.userId, context.metadata.occurredAt);
    try {
      return this.decideWith(command, catalogue, classOfAttempt);
    } catch (error) {
      if (!isOfCatalogue(error) || !isRecent(command)) throw error;
      const editions = await this.catalogue.since(new Date(attempt.startedAt));
      return this.decideWithFirst(command, editions, classOfAttempt, error);
    }
  }

  /** Returns the edition that was in force when the server saw a quiz begin; otherwise that of `current`. */
  private async catalogueOf(command: SubmitScore, current: () => Promise<Catalogue>): Promise<Catalogue> {
    const catalogue = await current();
    const witness = command.attempt.answers && this.witnessOf(command);
    if (!witness || witness.edition === catalogue.edition) return catalogue;
    const ofStart = await this.catalogue.edition(witness.edition);
    return ofStart.edition === 0 ? catalogue : ofStart;
  }

  private witnessOf({ attempt: { ticket, ...attempt }, actor: { userId }, context }: SubmitScore): Witness | undefined {
    return ticket === undefined ? undefined : this.tickets.read(ticket, { ...attempt, userId }, context.now.getTime());
  }

  private decideWith(
    command: SubmitScore,
    { byId, edition }: Catalogue,
    classOfAttempt: ClassOfPlayer | null,
  ): ScoreSubmitted {
    const { attempt, actor, context } = command;
    const { ticket: _ticket, ...result } = attempt;
    return decideScore({
      attempt: result,
      userId: actor.userId,
      organizationId: actor.organizationId,
      scenario: byId.get(attempt.scenarioId),
      edition,
      classOfAttempt,
      witness: this.witnessOf(command),
      now: context.now.getTime(),
    });
  }

  /** Decides by the first edition that accepts the attempt. When none does, throws the error of the oldest edition. */
  private decideWithFirst(
    command: SubmitScore,
    editions: readonly Catalogue[],
    classOfAttempt: ClassOfPlayer | null,
    refusal: unknown,
  ): ScoreSubmitted {
    const reasons: unknown[] = [];
    for (const edition of editions) {
      try {
        return this.decideWith(command, edition, classOfAttempt);
      } catch (error) {
        if (!isOfCatalogue(error)) throw error;
        reasons.push(error);
      }
    }
    throw reasons[0] ?? refusal;
  }

  private async append(event: ScoreSubmitted, eventId: string, { metadata }: RequestContext): Promise<AppendResult> {
    const stream = attemptStream.of(event.data.attemptId);
    try {
      return await stream.append(this.store, 'no-stream', [{ ...event, eventId, metadata }]);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      throw new DomainError('ATTEMPT_REUSED', 'This attempt was already submitted with a different result.');
    }
  }

  private async findEarlier(attemptId: string, eventId: string): Promise<StoredResult | undefined> {
    const [event] = await attemptStream.of(attemptId).read(this.store);
    if (event?.eventId !== eventId) return undefined;
    return { version: event.version, position: event.position, repeated: true, data: event.data };
  }
}

/**
 * True for rejections caused by the catalogue. The attempt may have been played offline, before a publication removed the
 * scenario or changed its points.
 */
const isOfCatalogue = (error: unknown): boolean =>
  error instanceof DomainError && (error.code === 'UNKNOWN_SCENARIO' || error.code === 'SCORE_ABOVE_MAXIMUM');

const isRecent = ({ attempt, context }: SubmitScore): boolean =>
  new Date(attempt.startedAt).getTime() > context.now.getTime() - LONGEST_OFFLINE_MS;

const unitsOf = (characters: number): number => Math.max(1, Math.ceil(characters / UNIT_CHARACTERS));

const eventIdOf = (attemptId: string, userId: string, body: string): string =>
  uuidv5(createHash('sha256').update(userId).update(body).digest('hex'), attemptId);
