import type { IncomingHttpHeaders } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { AccessTokens } from './access-tokens.js';
import type { Actor } from './actor.js';
import { Actors } from './actors.js';
import { isOwnSite } from './auth-transport.js';
import { socketAccessCookie } from './token-cookies.js';

/** Part of a socket's handshake that identifies the client and its page. */
export interface SocketHandshake {
  readonly headers: IncomingHttpHeaders;
  /** `auth.token` of native clients. */
  readonly token?: unknown;
}

export type SocketAdmission =
  | { readonly kind: 'signed-in'; readonly actor: Actor; readonly expiresAt: Date }
  | { readonly kind: 'anonymous' }
  /** The page is foreign or the token is invalid. The socket must be rejected, never served as anonymous. */
  | { readonly kind: 'refused' };

/** Authenticates sockets: browsers by cookie and only from the platform's own pages, native clients by token. */
@Injectable()
export class SocketAuthentication {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly actors: Actors,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async authenticate({ headers, token }: SocketHandshake): Promise<SocketAdmission> {
    const { origin, host } = headers;
    if (origin !== undefined && !isOwnSite({ origin, host }, this.config.appUrl)) return { kind: 'refused' };
    const cookie = socketAccessCookie(fastifyCookie.parse(headers.cookie ?? ''));
    const presented = typeof token === 'string' && token !== '' ? token : cookie;
    if (!presented) return { kind: 'anonymous' };
    const subject = this.tokens.read(presented);
    const actor = subject && (await this.actors.resolve(subject));
    return actor ? { kind: 'signed-in', actor, expiresAt: subject.expiresAt } : { kind: 'refused' };
  }

  /** Returns the time until which a token of the same sign-in session extends a socket; null for other tokens. */
  renewal(token: string, { userId, familyId }: Actor): Date | null {
    const read = this.tokens.readForSocket(token);
    return read?.userId === userId && read.familyId === familyId ? read.expiresAt : null;
  }

  /** Returns the actor with current rights; null when access has ended. Must be called every few seconds for each socket. */
  recheck(actor: Actor): Promise<Actor | null> {
    return this.actors.resolve(actor);
  }
}
