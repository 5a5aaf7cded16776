import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, secretValues } from '../../../config.js';
import type { Witness } from '../score.stream.js';

const PURPOSE = 'ready-room attempt ticket';
/** Time for which a ticket is valid: a game that runs all day, and results that wait offline. */
const VALID_MS = 12 * 3_600_000;
const FORMAT = /^([0-9a-z]{1,10})\.([0-9a-z]{1,7})\.([\w-]{43})$/;

/** The attempt that a ticket is for. `sessionId` is null outside any class. */
export interface TicketedAttempt {
  readonly attemptId: string;
  readonly userId: string;
  readonly scenarioId: string;
  readonly sessionId: string | null;
}

/**
 * Issues and reads the tickets of attempts. A ticket is `{time}.{edition}.{HMAC}`, both numbers in base 36. The HMAC also covers
 * attempt, player, scenario and class, which the result repeats. So a ticket needs no storage.
 *
 * The keys are derived from JWT_SECRET. Tickets of older secrets of the list are valid until they expire.
 */
@Injectable()
export class AttemptTickets {
  private readonly keys: readonly KeyObject[];

  constructor(@Inject(CONFIG) { secrets }: Config) {
    this.keys = secretValues(secrets.JWT_SECRET!).map((secret) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 32))),
    );
  }

  issue(attempt: TicketedAttempt, { beganAt, edition }: Witness): string {
    const facts = `${beganAt.toString(36)}.${edition.toString(36)}`;
    return `${facts}.${signatureOf(this.keys[0]!, facts, attempt).toString('base64url')}`;
  }

  /** Returns what the ticket proves; undefined when it is for another attempt, expired, or not from this platform. */
  read(ticket: string, attempt: TicketedAttempt, now: number): Witness | undefined {
    const [, time, edition, signature] = FORMAT.exec(ticket) ?? [];
    if (!time || !edition || !signature) return undefined;
    const given = Buffer.from(signature, 'base64url');
    const isSigned = this.keys.some((key) => timingSafeEqual(signatureOf(key, `${time}.${edition}`, attempt), given));
    const beganAt = Number.parseInt(time, 36);
    if (!isSigned || beganAt > now || now - beganAt > VALID_MS) return undefined;
    return { beganAt, edition: Number.parseInt(edition, 36) };
  }
}

const signatureOf = (key: KeyObject, facts: string, attempt: TicketedAttempt): Buffer =>
  createHmac('sha256', key)
    .update(`${facts}.${attempt.attemptId}.${attempt.userId}.${attempt.scenarioId}.${attempt.sessionId ?? 'no class'}`)
    .digest();
