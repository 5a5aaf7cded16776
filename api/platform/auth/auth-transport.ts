import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.js';
import { DomainError } from '../domain-error.js';

const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/** How tokens travel: HttpOnly cookies for browsers, header and body for other clients (docs/rules.md#tokens). */
export type Client = 'browser' | 'native';

/** A native client sends neither of the headers that every browser sends, nor a cookie of ours. */
export function clientOf(request: FastifyRequest, hasCookie: boolean): Client {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return origin !== undefined || site !== undefined || hasCookie ? 'browser' : 'native';
}

/**
 * Passwords and tokens cross plain HTTP only within one machine. Both ends must say so: a proxy on this machine that
 * nobody told us about (TRUSTED_PROXIES) also connects from loopback, but for another host.
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
 * The only CSRF defence besides SameSite=Strict: what a cookie authorises must come from our own pages.
 * @throws DomainError CROSS_SITE_REQUEST
 */
export function refuseForeignSite(request: FastifyRequest, { appUrl }: Pick<Config, 'appUrl'>): void {
  if (isOwnSite(request.headers, appUrl)) return;
  throw new DomainError('CROSS_SITE_REQUEST', 'This request did not come from our own pages.', 403);
}

/**
 * True when Sec-Fetch-Site, or where a browser sends none Origin, names our own site: the host of the Host header, which a
 * page cannot choose, or of APP_URL, for a proxy that replaces the Host header. X-Forwarded-Host is not believed, because
 * many proxies pass on whatever a client has put there.
 */
export function isOwnSite({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders, appUrl?: string): boolean {
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined || !URL.canParse(origin)) return false;
  const from = new URL(origin).host;
  return from === host?.toLowerCase() || (appUrl !== undefined && from === new URL(appUrl).host);
}
