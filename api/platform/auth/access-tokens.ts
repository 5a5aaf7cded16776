import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';
import { CLOCK, type Clock } from '../clock.js';
import { LIVE_AUDIENCE, SigningKeys, TOKEN_RULES } from './signing-keys.js';

export const ACCESS_TOKEN_SECONDS = 5 * 60;

const Payload = z.object({ sub: z.uuid(), family: z.uuid(), exp: z.number() });

/** The person and sign-in session that an access token names. */
export interface TokenSubject {
  readonly userId: string;
  /** Family of refresh tokens (one per sign-in) that the token was issued from. */
  readonly familyId: string;
}

/** Content of a verified token. */
export interface VerifiedToken extends TokenSubject {
  readonly expiresAt: Date;
}

/** Audience of a token: API requests, or the renewal of a socket. */
type Audience = typeof TOKEN_RULES.audience | typeof LIVE_AUDIENCE;

/** Returns the content of a verified payload; null when its format is unknown. */
export function subjectOf(payload: unknown): VerifiedToken | null {
  const { success, data } = Payload.safeParse(payload);
  return success ? { userId: data.sub, familyId: data.family, expiresAt: new Date(data.exp * 1_000) } : null;
}

/** Issues access tokens, and verifies them outside the guard: for sockets and at sign-out. */
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

  /** Issues a token with the lifetime of an access token that can only extend a socket of the same sign-in session. */
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

  /** Same as {@link read}, for a token of {@link issueForSocket}. Native clients send an access token instead. */
  readForSocket(token: string): VerifiedToken | null {
    return this.verify(token, LIVE_AUDIENCE, false) ?? this.read(token);
  }

  /** Verifies a token; null when it is foreign, not yet valid, or expired and `allowExpired` is not set. */
  read(token: string, { allowExpired = false } = {}): VerifiedToken | null {
    return this.verify(token, TOKEN_RULES.audience, allowExpired);
  }

  private verify(token: string, audience: Audience, allowExpired: boolean): VerifiedToken | null {
    const key = this.keys.for(token);
    if (!key) return null;
    const { algorithm, issuer } = TOKEN_RULES;
    try {
      const payload: unknown = this.jwt.verify(token, {
        // jsonwebtoken accepts KeyObjects, which Nest's type does not declare.
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
