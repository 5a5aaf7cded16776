import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { CONFIG, type Config, secretValues } from '../../../config.js';
import { subjectOf, type TokenSubject } from '../../../platform/auth/access-tokens.js';
import { CLOCK, type Clock } from '../../../platform/clock.js';

const RULES = { issuer: 'ready-room', audience: 'ready-room-udl', algorithm: 'HS256' } as const;
/** Lifetime of a token. A running game cannot receive a new password, so it covers a game that runs all day. */
const TOKEN_SECONDS = 12 * 60 * 60;

/**
 * Issues the passwords that games use on the proxy route. A token belongs to a sign-in session and ends with it: after a
 * sign-out, a password reset, or when the account is disabled. Its key and audience make it invalid on any other route.
 *
 * The keys are derived from JWT_SECRET. Tokens of older secrets of the list are valid until they expire.
 */
@Injectable()
export class UdlTokens {
  /** Newest key first. */
  private readonly keys: readonly KeyObject[];

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly jwt: JwtService,
  ) {
    this.keys = secretValues(config.secrets.JWT_SECRET!).map((secret) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', RULES.audience, 32))),
    );
  }

  /** Returns a token that is valid only on the proxy route. */
  issue({ userId, familyId }: TokenSubject): string {
    const issuedAt = this.seconds();
    return this.jwt.sign(
      { sub: userId, family: familyId, iat: issuedAt, exp: issuedAt + TOKEN_SECONDS },
      // jsonwebtoken accepts KeyObjects, but Nest's type does not include them.
      { ...RULES, privateKey: this.keys[0] as unknown as string },
    );
  }

  /** Returns the subject of a token, or null for an expired token or one of another route. */
  read(token: string): TokenSubject | null {
    for (const key of this.keys) {
      const subject = this.readWith(key, token);
      if (subject) return subject;
    }
    return null;
  }

  private readWith(key: KeyObject, token: string): TokenSubject | null {
    const { issuer, audience, algorithm } = RULES;
    try {
      const payload: unknown = this.jwt.verify(token, {
        publicKey: key as unknown as string,
        algorithms: [algorithm],
        issuer,
        audience,
        clockTimestamp: this.seconds(),
      });
      return subjectOf(payload);
    } catch {
      return null;
    }
  }

  private seconds(): number {
    return Math.floor(this.clock.now().getTime() / 1_000);
  }
}
