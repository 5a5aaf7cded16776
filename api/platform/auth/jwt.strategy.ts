import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { subjectOf } from './access-tokens.js';
import type { Actor } from './actor.js';
import { Actors } from './actors.js';
import { requestToken } from './request-token.js';
import { SigningKeys, TOKEN_RULES } from './signing-keys.js';

/** Verifies the access token and loads the current rights of its person. The token itself contains no rights. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(
    keys: SigningKeys,
    private readonly actors: Actors,
  ) {
    super({
      jwtFromRequest: (request) => requestToken(request)?.token ?? null,
      secretOrKeyProvider: (_request, token: string, done) => {
        const key = keys.for(token);
        // passport-jwt passes the key to jsonwebtoken, which accepts KeyObjects; the types do not declare that.
        done(key ? null : new Error('The token has a foreign header'), key as unknown as string | undefined);
      },
      algorithms: [TOKEN_RULES.algorithm],
      issuer: TOKEN_RULES.issuer,
      audience: TOKEN_RULES.audience,
    });
  }

  /** Resolves the verified payload to an actor. Called by Passport; null is answered with 401. */
  async validate(payload: unknown): Promise<Actor | null> {
    const subject = subjectOf(payload);
    return subject && this.actors.resolve(subject);
  }
}
