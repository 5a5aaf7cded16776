import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, secretValues } from '../../../../config.js';

const KEY_BYTES = 32;

/** Purposes of the links that are mailed about an e-mail address. */
export type EmailLink = 'confirm' | 'restore';

/**
 * Tokens (256 bits) of mailed links, derived from the id of the change. The key is not in the database, and no token is stored. A mail that
 * is sent again contains the same token until MASTER_KEY is replaced. Tokens of older values of the list stay valid.
 */
@Injectable()
export class EmailSecrets {
  /** Newest key first. */
  private readonly keys: readonly KeyObject[];

  constructor(@Inject(CONFIG) { secrets }: Config) {
    this.keys = secretValues(secrets.MASTER_KEY!).map((secret) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'ready-room e-mail changes', KEY_BYTES))),
    );
  }

  /** Returns the token of a link. */
  tokenOf(link: EmailLink, changeId: string): string {
    return derive(this.keys[0]!, link, changeId);
  }

  /** Returns the change that the token belongs to; undefined when none matches. */
  find<Change>(
    link: EmailLink,
    token: string,
    changes: readonly Change[],
    idOf: (change: Change) => string,
  ): Change | undefined {
    const given = Buffer.from(token);
    return changes.find((change) =>
      this.keys.some((key) => {
        const expected = Buffer.from(derive(key, link, idOf(change)));
        return given.length === expected.length && timingSafeEqual(given, expected);
      }),
    );
  }
}

const derive = (key: KeyObject, link: EmailLink, changeId: string): string =>
  createHmac('sha256', key).update(`${link} ${changeId}`).digest('base64url');
