import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../../config.js';

const KEY_BYTES = 32;

/** Purposes of the links that are mailed about an e-mail address. */
export type EmailLink = 'confirm' | 'restore';

/**
 * Tokens (256 bits) of mailed links, derived from the id of the change. The key is not in the database. No token is stored, and a mail that
 * is sent again contains the same token.
 */
@Injectable()
export class EmailSecrets {
  private readonly key: KeyObject;

  constructor(@Inject(CONFIG) { secrets }: Config) {
    const info = 'ready-room e-mail changes';
    this.key = createSecretKey(Buffer.from(hkdfSync('sha256', secrets.MASTER_KEY!, '', info, KEY_BYTES)));
  }

  /** Returns the token of a link. */
  tokenOf(link: EmailLink, changeId: string): string {
    return createHmac('sha256', this.key).update(`${link} ${changeId}`).digest('base64url');
  }

  /** Returns the change that the token belongs to; undefined when none matches. */
  find<Change>(
    link: EmailLink,
    token: string,
    changes: readonly Change[],
    idOf: (change: Change) => string,
  ): Change | undefined {
    const given = Buffer.from(token);
    return changes.find((change) => {
      const expected = Buffer.from(this.tokenOf(link, idOf(change)));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }
}
