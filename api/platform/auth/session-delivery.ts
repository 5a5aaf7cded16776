import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../../config.js';
import { AccessTokens } from './access-tokens.js';
import { type Client, clientOf, refuseForeignSite, refusePlainHttp } from './auth-transport.js';
import type { IssuedRefresh, SessionOrigin } from './refresh-families.js';
import { readTokenCookies, setResetProofCookie, setTokenCookies } from './token-cookies.js';

/** Header in which native clients receive and return the proof of a reset. */
export const RESET_PROOF_HEADER = 'x-reset-proof';
/** Header with the token with which a browser extends its sockets. Scripts cannot read the cookie with the access token. */
const LIVE_TOKEN_HEADER = 'x-live-token';
/** Time in which a new password must be chosen after a one-time code is verified. */
export const RESET_PROOF_SECONDS = 30 * 60;

/** Returns device and address of a request, for the list of sign-in sessions. */
export const originOf = ({ headers, ip }: FastifyRequest): SessionOrigin => ({
  device: describeDevice(headers['user-agent']),
  address: ip,
});

/** Sends the tokens of a sign-in session to its client (docs/rules.md#tokens). */
@Injectable()
export class SessionDelivery {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tokens: AccessTokens,
  ) {}

  /**
   * Returns the kind of client that sent a request. Must be called first.
   * @throws DomainError over plain HTTP, and for a browser on a foreign page
   */
  admit(request: FastifyRequest): Client {
    refusePlainHttp(request, this.config);
    const { access, refresh } = readTokenCookies(request);
    const client = clientOf(request, access !== undefined || refresh !== undefined);
    if (client === 'browser') refuseForeignSite(request, this.config);
    return client;
  }

  /** Sends the tokens and returns the body's `refreshToken`. Browsers receive only a handle in the body and in `x-auth-token`. */
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

  /** Sends the proof of a one-time code: to browsers in a cookie that scripts cannot read (docs/rules.md#proof-of-a-reset). */
  deliverResetProof(client: Client, proof: string, reply: FastifyReply): void {
    if (client === 'browser') setResetProofCookie(reply, proof, RESET_PROOF_SECONDS);
    else void reply.header(RESET_PROOF_HEADER, proof);
  }
}

/** Browsers by a word in their user agent, the most specific first, because most user agents also name Chrome and Safari. */
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

/** Characters of a user agent that are read. Browsers send shorter ones. */
const LONGEST = 512;

/**
 * Returns a short description of a client, such as "Firefox on Windows", by which people recognize their own devices. The user agent
 * itself is not stored, because it reveals more about a person than needed.
 */
export function describeDevice(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, LONGEST);
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
