import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { CONFIG, type Config } from '../../../config.js';
import { subjectOf, type TokenSubject } from '../../../platform/auth/access-tokens.js';
import { CLOCK, type Clock } from '../../../platform/clock.js';

const RULES = { issuer: 'ready-room', audience: 'ready-room-udl', algorithm: 'HS256' } as const;
/** Long enough for a game that runs from morning to evening: a running game cannot be given a new password. */
const TOKEN_SECONDS = 12 * 60 * 60;

/**
 * The passwords that games use on the proxy route. A token names its player and their sign-in, so it ends with that: after a
 * sign-out, a password reset, or when the account is disabled. Its key and audience make it worthless on any other route.
 */
@Injectable()
export class UdlTokens {
  private readonly key: KeyObject;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly jwt: JwtService,
  ) {
    this.key = createSecretKey(Buffer.from(hkdfSync('sha256', config.secrets.JWT_SECRET!, '', RULES.audience, 32)));
  }

  /** Returns a token for the proxy route alone. */
  issue({ userId, familyId }: TokenSubject): string {
    const issuedAt = this.seconds();
    return this.jwt.sign(
      { sub: userId, family: familyId, iat: issuedAt, exp: issuedAt + TOKEN_SECONDS },
      // jsonwebtoken takes KeyObjects, Nest's type does not say so.
      { ...RULES, privateKey: this.key as unknown as string },
    );
  }

  /** Null for a token that is not for this route, or expired. */
  read(token: string): TokenSubject | null {
    const { issuer, audience, algorithm } = RULES;
    try {
      const payload: unknown = this.jwt.verify(token, {
        publicKey: this.key as unknown as string,
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
