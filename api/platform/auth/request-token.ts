import type { FastifyRequest } from 'fastify';
import { readTokenCookies } from './token-cookies.js';

/** An access token and how it came: what a cookie carries, a foreign page could have sent. */
export interface RequestToken {
  readonly token: string;
  readonly source: 'header' | 'cookie';
}

/** Browsers send handles in `x-auth-token`, which have no dots and are ignored (docs/rules.md#tokens). */
const looksLikeToken = (text: string): boolean => text.split('.').length === 3;

/** The access token of a request, from `x-auth-token`, `Authorization: Bearer` or our cookie, in this order. */
export function requestToken(request: FastifyRequest): RequestToken | null {
  const { 'x-auth-token': header, authorization } = request.headers;
  if (typeof header === 'string' && looksLikeToken(header)) return { token: header, source: 'header' };
  const bearer = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1];
  if (bearer && looksLikeToken(bearer)) return { token: bearer, source: 'header' };
  const { access } = readTokenCookies(request);
  return access ? { token: access, source: 'cookie' } : null;
}
