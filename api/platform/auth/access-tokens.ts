import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';
import { CLOCK, type Clock } from '../clock.js';
import { SigningKeys, TOKEN_RULES } from './signing-keys.js';

export const ACCESS_TOKEN_SECONDS = 5 * 60;

const Payload = z.object({ sub: z.uuid(), family: z.uuid(), exp: z.number() });

/** Whom an access token names. */
export interface TokenSubject {
  readonly userId: string;
  /** The family of refresh tokens it was issued from. */
  readonly familyId: string;
}

/** The subject of a verified payload; null when it is not one of ours. */
export function subjectOf(payload: unknown): TokenSubject | null {
  const { success, data } = Payload.safeParse(payload);
  return success ? { userId: data.sub, familyId: data.family } : null;
}

/** Issues access tokens, and reads them where the guard does not: for sockets and at sign-out. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly jwt: JwtService,
    private readonly keys: SigningKeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  issue({ userId, familyId }: TokenSubject): string {
    const issuedAt = Math.floor(this.clock.now().getTime() / 1_000);
    return this.jwt.sign(
      { sub: userId, family: familyId, iat: issuedAt, exp: issuedAt + ACCESS_TOKEN_SECONDS },
      {
        privateKey: this.keys.current,
        algorithm: TOKEN_RULES.algorithm,
        issuer: TOKEN_RULES.issuer,
        audience: TOKEN_RULES.audience,
        header: this.keys.header,
      },
    );
  }

  /** Null for a token that is not ours, expired (unless that is allowed) or not yet valid. */
  read(token: string, { allowExpired = false } = {}): TokenSubject | null {
    const key = this.keys.for(token);
    if (!key) return null;
    const { algorithm, issuer, audience } = TOKEN_RULES;
    try {
      const payload: unknown = this.jwt.verify(token, {
        // jsonwebtoken takes KeyObjects, Nest's type does not say so.
        publicKey: key as unknown as string,
        algorithms: [algorithm],
        issuer,
        audience,
        ignoreExpiration: allowExpired,
      });
      return subjectOf(payload);
    } catch {
      return null;
    }
  }
}
