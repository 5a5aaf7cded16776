import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.js';
import { DomainError } from '../domain-error.js';

const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/** Kind of client. Browsers receive tokens in HttpOnly cookies, other clients in header and body (docs/rules.md#tokens). */
export type Client = 'browser' | 'native';

/** Returns the kind of client: `native` without a token cookie and without the headers that browsers send. */
export function clientOf(request: FastifyRequest, hasCookie: boolean): Client {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return origin !== undefined || site !== undefined || hasCookie ? 'browser' : 'native';
}

/**
 * Rejects passwords and tokens over plain HTTP, except within one machine. Both the client address and the Host header must be
 * loopback: a proxy on this machine that is missing in TRUSTED_PROXIES also connects from loopback, but for another host.
 * @throws DomainError PLAIN_HTTP_REFUSED
 */
export function refusePlainHttp(request: FastifyRequest, config: Config): void {
  if (request.protocol === 'https' || config.allowPlainHttp) return;
  if (LOOPBACK_ADDRESS.test(request.ip) && LOOPBACK_HOST.test(request.headers.host ?? '')) return;
  throw new DomainError(
    'PLAIN_HTTP_REFUSED',
    'Signing in needs HTTPS. Use an https address; behind a reverse proxy set TRUSTED_PROXIES; in a network you trust set ALLOW_PLAIN_HTTP=true.',
    403,
  );
}

/**
 * Rejects requests from pages of other sites. Besides SameSite=Strict, this is the only CSRF protection of requests that a cookie
 * authorizes.
 * @throws DomainError CROSS_SITE_REQUEST
 */
export function refuseForeignSite(request: FastifyRequest, { appUrl }: Pick<Config, 'appUrl'>): void {
  if (isOwnSite(request.headers, appUrl)) return;
  throw new DomainError('CROSS_SITE_REQUEST', 'This request was not sent by a page of the platform.', 403);
}

/**
 * Returns whether a request comes from the platform's own site, by Sec-Fetch-Site, or by Origin if a browser does not send it.
 * Origin must match the Host header, which a page cannot choose, or APP_URL, for proxies that replace the Host header.
 * X-Forwarded-Host is not trusted, because many proxies forward the client's value.
 */
export function isOwnSite({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders, appUrl?: string): boolean {
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined || !URL.canParse(origin)) return false;
  const from = new URL(origin).host;
  return from === host?.toLowerCase() || (appUrl !== undefined && from === new URL(appUrl).host);
}
