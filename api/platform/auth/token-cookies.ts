import type { FastifyReply, FastifyRequest } from 'fastify';
import { validate as isUuid } from 'uuid';
import { ACCESS_TOKEN_SECONDS } from './access-tokens.js';
import { IDLE_SECONDS } from './refresh-families.js';

const ACCESS = 'rr-access';
const REFRESH = 'rr-refresh';
const RESET_PROOF = 'rr-reset-proof';
const BROWSER = 'rr-browser';
/** Lifetime of the browser's id: longer than any counter per browser. */
const BROWSER_SECONDS = 24 * 60 * 60;

/** Returns the name of a cookie. With the prefix, browsers require Secure, this host and Path=/, so plain HTTP has no prefix. */
const nameOf = (cookie: string, protocol: string): string => (protocol === 'https' ? `__Host-${cookie}` : cookie);

/** Returns the tokens that a browser has sent. */
export function readTokenCookies(request: FastifyRequest): { access?: string; refresh?: string } {
  const access = request.cookies[nameOf(ACCESS, request.protocol)];
  const refresh = request.cookies[nameOf(REFRESH, request.protocol)];
  return { ...(access && { access }), ...(refresh && { refresh }) };
}

/** Returns the access token from the cookies of a socket's handshake, for pages over HTTPS and over plain HTTP. */
export const socketAccessCookie = (cookies: Readonly<Record<string, string | undefined>>): string | undefined =>
  cookies[nameOf(ACCESS, 'https')] ?? cookies[nameOf(ACCESS, 'http')];

export function setTokenCookies(reply: FastifyReply, access: string, refresh: string): void {
  const { protocol } = reply.request;
  const options = optionsFor(protocol);
  void reply
    .setCookie(nameOf(ACCESS, protocol), access, { ...options, maxAge: ACCESS_TOKEN_SECONDS })
    .setCookie(nameOf(REFRESH, protocol), refresh, { ...options, maxAge: IDLE_SECONDS });
}

export function clearTokenCookies(reply: FastifyReply): void {
  const { protocol } = reply.request;
  for (const cookie of [ACCESS, REFRESH]) void reply.clearCookie(nameOf(cookie, protocol), optionsFor(protocol));
}

/** Cookie that lets a person who has proved a one-time code choose a new password (docs/rules.md#proof-of-a-reset). */
export function setResetProofCookie(reply: FastifyReply, proof: string, maxAge: number): void {
  const { protocol } = reply.request;
  void reply.setCookie(nameOf(RESET_PROOF, protocol), proof, { ...optionsFor(protocol), maxAge });
}

export const readResetProofCookie = (request: FastifyRequest): string | undefined =>
  request.cookies[nameOf(RESET_PROOF, request.protocol)];

export function clearResetProofCookie(reply: FastifyReply): void {
  const { protocol } = reply.request;
  void reply.clearCookie(nameOf(RESET_PROOF, protocol), optionsFor(protocol));
}

/** Returns the random id that {@link setBrowserCookie} gave a browser; undefined for any other value. */
export function readBrowserCookie(request: FastifyRequest): string | undefined {
  const id = request.cookies[nameOf(BROWSER, request.protocol)];
  return isUuid(id) ? id : undefined;
}

/** Gives a browser an id before any sign-in, so that its failed attempts do not count against its whole network. */
export function setBrowserCookie(reply: FastifyReply, id: string): void {
  const { protocol } = reply.request;
  void reply.setCookie(nameOf(BROWSER, protocol), id, { ...optionsFor(protocol), maxAge: BROWSER_SECONDS });
}

const optionsFor = (protocol: string) =>
  ({ httpOnly: true, sameSite: 'strict', path: '/', secure: protocol === 'https' }) as const;
