import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { subjectOf } from './access-tokens.js';
import type { Actor } from './actor.js';
import { Actors } from './actors.js';
import { requestToken } from './request-token.js';
import { SigningKeys, TOKEN_RULES } from './signing-keys.js';

/** Verifies the access token and looks up what its person may do now; the token only says who it is. */
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
        // passport-jwt hands the key on to jsonwebtoken, which takes KeyObjects; its types do not say so.
        done(key ? null : new Error('The token has a foreign header'), key as unknown as string | undefined);
      },
      algorithms: [TOKEN_RULES.algorithm],
      issuer: TOKEN_RULES.issuer,
      audience: TOKEN_RULES.audience,
    });
  }

  /** Called by passport with the verified payload; null is answered 401. */
  async validate(payload: unknown): Promise<Actor | null> {
    const subject = subjectOf(payload);
    return subject && this.actors.resolve(subject);
  }
}
