import type { IncomingHttpHeaders } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import { Injectable } from '@nestjs/common';
import { AccessTokens } from './access-tokens.js';
import type { Actor } from './actor.js';
import { Actors } from './actors.js';
import { isOwnSite } from './auth-transport.js';
import { socketAccessCookie } from './token-cookies.js';

/** What a socket's handshake brings along. `host` is the one the client used, behind a proxy the forwarded one. */
export interface SocketHandshake {
  readonly headers: IncomingHttpHeaders;
  readonly host: string;
  /** `auth.token` of native clients. */
  readonly token?: unknown;
}

export type SocketVerdict =
  | { readonly kind: 'signed-in'; readonly actor: Actor }
  | { readonly kind: 'anonymous' }
  /** A page of somebody else, or a token that is not valid: to be refused, not served as anonymous. */
  | { readonly kind: 'refused' };

/** Who is behind a socket: browsers by cookie and only from our own pages, native clients by token. */
@Injectable()
export class SocketAuthentication {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly actors: Actors,
  ) {}

  async authenticate({ headers, host, token }: SocketHandshake): Promise<SocketVerdict> {
    if (headers.origin !== undefined && !isOwnSite({ origin: headers.origin }, host)) return { kind: 'refused' };
    const cookie = socketAccessCookie(fastifyCookie.parse(headers.cookie ?? ''));
    const presented = typeof token === 'string' && token !== '' ? token : cookie;
    if (!presented) return { kind: 'anonymous' };
    const subject = this.tokens.read(presented);
    const actor = subject && (await this.actors.resolve(subject));
    return actor ? { kind: 'signed-in', actor } : { kind: 'refused' };
  }

  /** The actor with the rights of now, null when the sign-in is over; to be asked every few seconds for each socket. */
  recheck(actor: Actor): Promise<Actor | null> {
    return this.actors.resolve(actor);
  }
}
