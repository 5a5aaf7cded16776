import { entryMessages as messages } from '../entry.messages.js';
import { ApiError, readApiError } from './api-error.js';
import { type ApiFile, readFile } from './read-file.js';
import { createReadYourWrites } from './read-your-writes.js';
import { createServerClock } from './server-clock.js';

const TIMEOUT_MS = 5000;

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Request body, sent as JSON; omit for a request without a body. */
  body?: unknown;
  timeoutMs?: number;
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  /** `no-store` bypasses a response that the browser has cached. */
  cache?: RequestCache;
  /** Idempotency key: two requests with the same key take effect once. */
  idempotencyKey?: string;
  /** Does not navigate on a refusal, because the caller shows it. An expired session still opens the sign-in dialog. */
  keepsPage?: boolean;
  /** Neither navigates nor opens the sign-in dialog on a refusal: for polls, the outbox and sign-in calls. */
  background?: boolean;
}

export interface ApiPage<T> {
  body: T;
  header: (name: string) => string | null;
}

export interface ApiSession {
  /** Returns whether a renewable session is stored. */
  exists(): boolean;
  /** Stores the handle that a response carries in `x-auth-token`. */
  onResponse(answer: Response): void;
  /** Returns whether the session was renewed recently, so that its access token is still valid for some time. */
  isFresh(): boolean;
  /** Renews the session; null when the request may be sent again, otherwise the refusal. */
  renew(send: Send): Promise<ApiError | null>;
}

export type Send = (path: string, request: ApiRequest) => Promise<Response>;

interface Dependencies {
  fetch: typeof fetch;
  baseUrl: () => string;
  session: ApiSession;
}

/** Creates the API client: 5 s timeout, problem details as {@link ApiError}, one session renewal and one retry on 401. */
export function createApiClient({ fetch, baseUrl, session }: Dependencies) {
  const readYourWrites = createReadYourWrites();
  const serverClock = createServerClock();
  let refused: ((status: number) => void) | null = null;
  let renewal: Promise<ApiError | null> | null = null;
  let signInAgain: ((refusal: ApiError) => Promise<boolean>) | null = null;
  let newSignIn: Promise<boolean> | null = null;

  async function send(path: string, request: ApiRequest) {
    const { method = 'GET', body, timeoutMs = TIMEOUT_MS, signal, cache, idempotencyKey, headers } = request;
    const measured = serverClock.measure();
    const answer = await fetch(`${baseUrl()}/api${path}`, {
      method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...readYourWrites.headers(),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(cache && { cache }),
      signal: abortedBy([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    }).catch(unanswered);
    measured(answer);
    readYourWrites.onResponse(answer);
    session.onResponse(answer);
    return answer;
  }

  /** Concurrent requests that fail share one renewal. */
  function renewOnce(): Promise<ApiError | null> {
    renewal ??= session.renew(send).finally(() => {
      renewal = null;
    });
    return renewal;
  }

  /**
   * Renews the session or waits for a new sign-in, which concurrent failed requests share. Returns true when the request is to be retried.
   */
  async function recover({ background, keepsPage }: ApiRequest): Promise<boolean> {
    const refusal = await renewOnce();
    if (refusal === null) return true;
    if (background) return false;
    if (!signInAgain) {
      if (!keepsPage) refused?.(401);
      return false;
    }
    newSignIn ??= signInAgain(refusal).finally(() => {
      newSignIn = null;
    });
    return newSignIn;
  }

  async function answerOf(path: string, request: ApiRequest): Promise<Response> {
    let answer = await send(path, request);
    if (answer.status === 401 && session.exists()) {
      if (!(await recover(request))) throw await readApiError(answer);
      answer = await send(path, request);
    }
    if (answer.ok) return answer;
    if (!request.background && !request.keepsPage) refused?.(answer.status);
    throw await readApiError(answer);
  }

  return {
    async call<T>(path: string, request: ApiRequest = {}): Promise<T> {
      return readBody<T>(await answerOf(path, request));
    },
    /** Returns a response with its headers, such as the total count or the live position of a list. */
    async page<T>(path: string, request: ApiRequest = {}): Promise<ApiPage<T>> {
      const answer = await answerOf(path, request);
      return { body: await readBody<T>(answer), header: (name) => answer.headers.get(name) };
    },
    /** Returns a response that is not JSON as text. */
    async text(path: string, request: ApiRequest = {}): Promise<string> {
      return (await answerOf(path, request)).text();
    },
    /** Downloads a file; its name is taken from the response. */
    async file(path: string, request: ApiRequest, onBytes: (bytes: number) => void): Promise<ApiFile> {
      return readFile(await answerOf(path, request), onBytes).catch(unanswered);
    },
    /** Renews the session for the live connection if it is not fresh; `must` forces the renewal. */
    async keepSession(must: boolean): Promise<void> {
      if (!session.exists() || (session.isFresh() && !must)) return;
      await recover({});
    },
    /** Milliseconds to add to this device's time to get the server's; null before the first response. */
    serverOffsetMs: serverClock.offsetMs,
    /**
     * Sets the handler for a session that cannot be renewed. `handler` resolves true after a new sign-in, and the rejected requests are
     * sent again. It resolves false after a navigation to another page. Returns a function that removes the handler.
     */
    onSessionOver(handler: (refusal: ApiError) => Promise<boolean>): () => void {
      signInAgain = handler;
      return () => {
        signInAgain = null;
        newSignIn = null;
      };
    },
    /** Sets the handler that may navigate when a request is refused. */
    onRefused(handler: (status: number) => void): void {
      refused = handler;
    },
  };
}

/** Returns a signal that aborts as soon as one of `signals` aborts. Safari before 17.4 has no `AbortSignal.any`. */
function abortedBy(signals: readonly AbortSignal[]): AbortSignal {
  const aborter = new AbortController();
  for (const signal of signals) {
    const forwardAbort = (): void => aborter.abort(signal.reason);
    if (signal.aborted) forwardAbort();
    signal.addEventListener('abort', forwardAbort, { once: true });
  }
  return aborter.signal;
}

function unanswered(): never {
  throw new ApiError(0, messages.noAnswer);
}

async function readBody<T>(answer: Response): Promise<T> {
  const text = await answer.text().catch(unanswered);
  // An empty response is typed as void or null by the caller.
  return (text === '' ? null : JSON.parse(text)) as T;
}
