import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode, Problem } from '../../api/contracts/problem.contract.js';
import type { RefreshResponse, SignInResponse } from '../../api/contracts/sign-in.contract.js';
import type { Account } from './accounts.js';
import { UserError } from './user-error.js';

/** Access tokens are valid for five minutes. */
const REFRESH_AFTER_MS = 4 * 60_000;
const TIMEOUT_MS = 5_000;
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** A restart takes seconds. A longer outage is a finding. */
const PATIENCE_MS = 60_000;
/** Statuses of a server that is starting, stopping or waiting for its database. */
const TRY_AGAIN = new Set([429, 502, 503, 504]);

/** The server rejected the request. */
export class Refused extends UserError {
  constructor(
    readonly status: number,
    readonly code: ErrorCode | undefined,
    title: string,
  ) {
    super(`${status} ${title}`);
    this.name = 'Refused';
  }
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A signed-in user with a native client: tokens are sent in `x-auth-token`. Repeats requests that were lost in a fault. */
export class ApiClient {
  userId = '';
  private access = '';
  private refresh = '';
  private issuedAt = 0;
  private renewing: Promise<void> | undefined;

  constructor(
    readonly url: string,
    private readonly account: Account,
    /** Headers of every request besides the token. */
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  get<T>(path: string): Promise<T> {
    return this.send<T>('GET', path);
  }

  /** Repeats the request until it is answered. @throws Refused, UserError when the server stays unreachable */
  async send<T>(method: string, path: string, body?: unknown): Promise<T> {
    for (let again = true; ; again = false) {
      const response = await this.insist({ method, path, body, token: await this.token() });
      if (response.status !== 401 || !again) return (await answerOf(response)) as T;
      this.issuedAt = 0;
    }
  }

  /** Returns an access token that is valid for another minute. */
  async token(): Promise<string> {
    if (Date.now() - this.issuedAt > REFRESH_AFTER_MS) {
      this.renewing ??= this.renew().finally(() => (this.renewing = undefined));
      await this.renewing;
    }
    return this.access;
  }

  private async renew(): Promise<void> {
    if (this.refresh !== '' && (await this.useRefreshToken())) return;
    const { username, password } = this.account;
    const response = await this.insist({ method: 'POST', path: '/api/auth/session', body: { username, password } });
    const { id, refreshToken, canPlay } = (await answerOf(response)) as SignInResponse;
    if (!canPlay) throw new UserError(`The account ${username} is disabled.`);
    this.userId = id;
    this.keep(response, refreshToken);
  }

  private async useRefreshToken(): Promise<boolean> {
    const response = await this.insist({ method: 'POST', path: '/api/auth/session/token', body: this.refresh });
    if (response.status === 401) return false;
    this.keep(response, ((await answerOf(response)) as RefreshResponse).refreshToken);
    return true;
  }

  private insist(call: Call): Promise<Response> {
    return insist(this.url, { ...call, headers: this.headers });
  }

  private keep(response: Response, refreshToken: string): void {
    this.access = response.headers.get('x-auth-token') ?? '';
    this.refresh = refreshToken;
    this.issuedAt = Date.now();
  }
}

/** Repeats a request without a sign-in until it is answered. @throws Refused, UserError when the server stays unreachable */
export const sendAnonymously = async <T>(url: string, method: string, path: string, body: unknown): Promise<T> =>
  (await answerOf(await insist(url, { method, path, body }))) as T;

/** Repeats a call with increasing pauses while the server is unreachable or asks to retry. */
async function insist(url: string, call: Call): Promise<Response> {
  const givesUpAt = Date.now() + PATIENCE_MS;
  for (let wait = SHORTEST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    const response = await attempt(url, call);
    if (response && !TRY_AGAIN.has(response.status)) return response;
    if (Date.now() > givesUpAt) {
      if (response) return response;
      throw new UserError(`${url} has not answered for ${PATIENCE_MS / 1_000} s.`);
    }
    await response?.body?.cancel();
    const asked = Number(response?.headers.get('retry-after') ?? 0) * 1_000;
    await pause(Math.max(asked, wait * (0.5 + Math.random())));
  }
}

/** TLS failures that a retry cannot fix. */
const TLS_FAILURE = /^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/;

/** @throws UserError when the certificate is not trusted, which no retry can fix */
function assertTrusted(url: string, error: unknown): void {
  const { code, message } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  if (!TLS_FAILURE.test(code ?? '')) return;
  throw new UserError(
    `${url} cannot be reached over TLS: ${message} (${code}). If the certificate comes from your own authority, name its file in NODE_EXTRA_CA_CERTS.`,
  );
}

/** Returns undefined without a response. @throws UserError when the certificate is not trusted */
async function attempt(url: string, { method, path, body, token, headers }: Call): Promise<Response | undefined> {
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { 'x-auth-token': token } : {}),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Read here, so that a truncated response counts as none.
    const text = response.status === 204 || response.status === 304 ? null : await response.text();
    return new Response(text, response);
  } catch (error) {
    assertTrusted(url, error);
    return undefined;
  }
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (response.ok) return text === '' ? null : JSON.parse(text);
  const problem = parseProblem(text);
  throw new Refused(response.status, problem?.code, problem?.title ?? response.statusText);
}

function parseProblem(text: string): Problem | undefined {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return undefined;
  }
}
