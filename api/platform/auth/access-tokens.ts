import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';
import { CLOCK, type Clock } from '../clock.js';
import { LIVE_AUDIENCE, SigningKeys, TOKEN_RULES } from './signing-keys.js';

export const ACCESS_TOKEN_SECONDS = 5 * 60;

const Payload = z.object({ sub: z.uuid(), family: z.uuid(), exp: z.number() });

/** Whom an access token names. */
export interface TokenSubject {
  readonly userId: string;
  /** The family of refresh tokens it was issued from. */
  readonly familyId: string;
}

/** A verified token. */
export interface VerifiedToken extends TokenSubject {
  readonly expiresAt: Date;
}

/** What a token may be used for: requests, or the renewal of a socket. */
type Audience = typeof TOKEN_RULES.audience | typeof LIVE_AUDIENCE;

/** The content of a verified payload; null when it is not one of ours. */
export function subjectOf(payload: unknown): VerifiedToken | null {
  const { success, data } = Payload.safeParse(payload);
  return success ? { userId: data.sub, familyId: data.family, expiresAt: new Date(data.exp * 1_000) } : null;
}

/** Issues access tokens, and reads them where the guard does not: for sockets and at sign-out. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly jwt: JwtService,
    private readonly keys: SigningKeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  issue(subject: TokenSubject): string {
    return this.sign(subject, TOKEN_RULES.audience);
  }

  /** A token as long-lived as an access token of this moment, which only extends a socket of the same session. */
  issueForSocket(subject: TokenSubject): string {
    return this.sign(subject, LIVE_AUDIENCE);
  }

  private sign({ userId, familyId }: TokenSubject, audience: Audience): string {
    const issuedAt = Math.floor(this.clock.now().getTime() / 1_000);
    return this.jwt.sign(
      { sub: userId, family: familyId, iat: issuedAt, exp: issuedAt + ACCESS_TOKEN_SECONDS },
      {
        privateKey: this.keys.current,
        algorithm: TOKEN_RULES.algorithm,
        issuer: TOKEN_RULES.issuer,
        audience,
        header: this.keys.header,
      },
    );
  }

  /** As {@link read}, for a token of {@link issueForSocket}; native clients show an access token instead. */
  readForSocket(token: string): VerifiedToken | null {
    return this.verify(token, LIVE_AUDIENCE, false) ?? this.read(token);
  }

  /** Null for a token that is not ours, expired (unless that is allowed) or not yet valid. */
  read(token: string, { allowExpired = false } = {}): VerifiedToken | null {
    return this.verify(token, TOKEN_RULES.audience, allowExpired);
  }

  private verify(token: string, audience: Audience, allowExpired: boolean): VerifiedToken | null {
    const key = this.keys.for(token);
    if (!key) return null;
    const { algorithm, issuer } = TOKEN_RULES;
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
