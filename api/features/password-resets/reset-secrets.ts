import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';

/** Without the look-alikes 0, O, 1 and I: people read codes aloud and type them from paper. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 20;
const GROUP = 4;
const KEY_BYTES = 32;

/**
 * Tokens (256 bits) and one-time codes (100 bits) of resets, derived from the reset's id with a key that the database does
 * not hold: a mail that is written later carries the same one, and nothing that could be used lies anywhere meanwhile.
 */
@Injectable()
export class ResetSecrets {
  private readonly key: KeyObject;

  constructor(@Inject(CONFIG) { secrets }: Config) {
    this.key = createSecretKey(
      Buffer.from(hkdfSync('sha256', secrets.MASTER_KEY!, '', 'ready-room password resets', KEY_BYTES)),
    );
  }

  tokenOf(resetId: string): string {
    return this.derive('token', resetId).toString('base64url');
  }

  /** In groups, for people. */
  codeOf(resetId: string): string {
    const bytes = this.derive('code', resetId).subarray(0, CODE_LENGTH);
    const letters = Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
    return letters.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-');
  }

  private derive(what: string, resetId: string): Buffer {
    return createHmac('sha256', this.key).update(`${what} ${resetId}`).digest();
  }
}

/** At least 100 random bits need no slow hash: there is nothing to guess. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Codes count without their dashes and in any case. */
export const codeHashOf = (typed: string): Buffer => hashOf(typed.replaceAll(/[\s-]/g, '').toUpperCase());

export const sameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
