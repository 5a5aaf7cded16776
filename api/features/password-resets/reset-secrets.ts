import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, secretValues } from '../../config.js';

/** Letters of codes, without the look-alikes 0, O, 1 and I: people read codes aloud and type them from paper. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 20;
const GROUP = 4;
const KEY_BYTES = 32;

/**
 * Tokens (256 bits) and one-time codes (100 bits) of resets, derived from the reset's id. The key is not in the database. A mail that is
 * written later contains the same secrets, and no usable secret is stored.
 */
@Injectable()
export class ResetSecrets {
  /** Newest key first. */
  private readonly keys: readonly KeyObject[];

  constructor(@Inject(CONFIG) { secrets }: Config) {
    this.keys = secretValues(secrets.MASTER_KEY!).map((secret) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'ready-room password resets', KEY_BYTES))),
    );
  }

  /**
   * Returns the token and the code of a reset; the code is grouped for people.
   * @param tokenHash the hash of the issued token: after a key rotation, the old key still derives the same token
   */
  of(resetId: string, tokenHash?: Buffer | null): { readonly token: string; readonly code: string } {
    const issuedWith = tokenHash && this.keys.find((key) => sameHash(hashOf(tokenOf(key, resetId)), tokenHash));
    const key = issuedWith || this.keys[0]!;
    return { token: tokenOf(key, resetId), code: codeOf(key, resetId) };
  }
}

const derive = (key: KeyObject, what: string, resetId: string): Buffer =>
  createHmac('sha256', key).update(`${what} ${resetId}`).digest();

const tokenOf = (key: KeyObject, resetId: string): string => derive(key, 'token', resetId).toString('base64url');

function codeOf(key: KeyObject, resetId: string): string {
  const bytes = derive(key, 'code', resetId).subarray(0, CODE_LENGTH);
  const letters = Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-');
}

/** Hashes a secret. With at least 100 random bits, no slow hash is needed. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Hashes a code without regard to case, dashes and blanks. */
export const codeHashOf = (typed: string): Buffer => hashOf(typed.replaceAll(/[\s-]/g, '').toUpperCase());

export const sameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
