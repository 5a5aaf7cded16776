import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../../config.js';
import { AccessTokens } from './access-tokens.js';
import { type Client, clientOf, refuseForeignSite, refusePlainHttp } from './auth-transport.js';
import type { IssuedRefresh, SessionOrigin } from './refresh-families.js';
import { readTokenCookies, setResetProofCookie, setTokenCookies } from './token-cookies.js';

/** Native clients get a reset's proof in it, and send it back in it. */
export const RESET_PROOF_HEADER = 'x-reset-proof';
/** Gives browsers the token that extends their sockets; the access token itself is in a cookie they cannot read. */
const LIVE_TOKEN_HEADER = 'x-live-token';
/** As long as somebody may take to choose a new password. */
export const RESET_PROOF_SECONDS = 30 * 60;

/** Where a request comes from, for the list of sessions. */
export const originOf = ({ headers, ip }: FastifyRequest): SessionOrigin => ({
  device: describeDevice(headers['user-agent']),
  address: ip,
});

/** Sends a session's tokens to its client and reads them from its requests (docs/rules.md#tokens). */
@Injectable()
export class SessionDelivery {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tokens: AccessTokens,
  ) {}

  /** To be asked before anything else. @throws DomainError over plain HTTP and for a browser on a foreign page. */
  admit(request: FastifyRequest): Client {
    refusePlainHttp(request, this.config);
    const { access, refresh } = readTokenCookies(request);
    const client = clientOf(request, access !== undefined || refresh !== undefined);
    if (client === 'browser') refuseForeignSite(request, this.config);
    return client;
  }

  /** Hands the tokens over and returns the body's `refreshToken`: a browser gets only handles that nobody can use. */
  deliver(client: Client, session: IssuedRefresh, reply: FastifyReply): string {
    const access = this.tokens.issue(session);
    const inBrowser = client === 'browser';
    if (inBrowser) {
      setTokenCookies(reply, access, session.secret);
      void reply.header(LIVE_TOKEN_HEADER, this.tokens.issueForSocket(session));
    }
    void reply.header('x-auth-token', inBrowser ? session.familyId : access);
    return inBrowser ? session.familyId : session.secret;
  }

  /** Sets the cookie that proves a one-time code; scripts cannot read it (docs/rules.md#proof-of-a-reset). */
  deliverResetProof(client: Client, proof: string, reply: FastifyReply): void {
    if (client === 'browser') setResetProofCookie(reply, proof, RESET_PROOF_SECONDS);
    else void reply.header(RESET_PROOF_HEADER, proof);
  }
}

/** Browsers by a word of their user agent, the most specific first: most of them also name Chrome and Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bUnity/, 'Game'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Longer ones are no browser's; the rest is not looked at. */
const LONGEST = 512;

/**
 * Returns a short description of a client, such as "Firefox on Windows", that lets people recognise their own devices. The
 * user agent itself is not kept: it tells more about a person than that.
 */
export function describeDevice(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, LONGEST);
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
