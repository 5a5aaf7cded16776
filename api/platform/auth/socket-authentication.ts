import type { IncomingHttpHeaders } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { AccessTokens } from './access-tokens.js';
import type { Actor } from './actor.js';
import { Actors } from './actors.js';
import { isOwnSite } from './auth-transport.js';
import { socketAccessCookie } from './token-cookies.js';

/** The part of a socket's handshake that says who connects, and from which page. */
export interface SocketHandshake {
  readonly headers: IncomingHttpHeaders;
  /** `auth.token` of native clients. */
  readonly token?: unknown;
}

export type SocketVerdict =
  | { readonly kind: 'signed-in'; readonly actor: Actor; readonly expiresAt: Date }
  | { readonly kind: 'anonymous' }
  /** A page of somebody else, or a token that is not valid: to be refused, not served as anonymous. */
  | { readonly kind: 'refused' };

/** Who is behind a socket: browsers by cookie and only from our own pages, native clients by token. */
@Injectable()
export class SocketAuthentication {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly actors: Actors,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async authenticate({ headers, token }: SocketHandshake): Promise<SocketVerdict> {
    const { origin, host } = headers;
    if (origin !== undefined && !isOwnSite({ origin, host }, this.config.appUrl)) return { kind: 'refused' };
    const cookie = socketAccessCookie(fastifyCookie.parse(headers.cookie ?? ''));
    const presented = typeof token === 'string' && token !== '' ? token : cookie;
    if (!presented) return { kind: 'anonymous' };
    const subject = this.tokens.read(presented);
    const actor = subject && (await this.actors.resolve(subject));
    return actor ? { kind: 'signed-in', actor, expiresAt: subject.expiresAt } : { kind: 'refused' };
  }

  /** Returns until when a newer token of the same session extends a socket; null when it does not. */
  renewal(token: string, { userId, familyId }: Actor): Date | null {
    const read = this.tokens.readForSocket(token);
    return read?.userId === userId && read.familyId === familyId ? read.expiresAt : null;
  }

  /** The actor with the rights of now, null when the sign-in is over; to be asked every few seconds for each socket. */
  recheck(actor: Actor): Promise<Actor | null> {
    return this.actors.resolve(actor);
  }
}
