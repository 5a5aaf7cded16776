import type { FastifyRequest } from 'fastify';
import { readTokenCookies } from './token-cookies.js';

/** An access token and its source. A request with a cookie may have been sent by a foreign page. */
export interface RequestToken {
  readonly token: string;
  readonly source: 'header' | 'cookie';
}

/** Returns whether a text has the form of a token. Browsers send handles without dots in `x-auth-token` (docs/rules.md#tokens). */
const looksLikeToken = (text: string): boolean => text.split('.').length === 3;

/** Returns the access token of a request, from `x-auth-token`, `Authorization: Bearer` or the cookie, in this order. */
export function requestToken(request: FastifyRequest): RequestToken | null {
  const { 'x-auth-token': header, authorization } = request.headers;
  if (typeof header === 'string' && looksLikeToken(header)) return { token: header, source: 'header' };
  const bearer = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1];
  if (bearer && looksLikeToken(bearer)) return { token: bearer, source: 'header' };
  const { access } = readTokenCookies(request);
  return access ? { token: access, source: 'cookie' } : null;
}
