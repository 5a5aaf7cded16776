import { entryMessages as messages } from '../entry.messages.js';
import { ApiError, readApiError } from './api-error.js';
import { type ApiFile, readFile } from './read-file.js';
import { createReadYourWrites } from './read-your-writes.js';
import { createServerClock } from './server-clock.js';

const TIMEOUT_MS = 5000;

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; leave out for a request without a body. */
  body?: unknown;
  timeoutMs?: number;
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  /** `no-store`: past what the browser keeps of an answer that may be kept. */
  cache?: RequestCache;
  /** The same key sent twice does its work once. */
  idempotencyKey?: string;
  /** The caller shows a refusal itself, so no other page opens. An expired session still asks for the password. */
  keepsPage?: boolean;
  /** No other page opens, and an expired session does not ask for the password: for polls, the outbox and sign-in calls. */
  background?: boolean;
}

export interface ApiPage<T> {
  body: T;
  header: (name: string) => string | null;
}

export interface ApiSession {
  /** A session that could be renewed is stored. */
  exists(): boolean;
  /** Keeps the handle an answer carries in `x-auth-token`. */
  heard(answer: Response): void;
  /** The session was renewed so lately that it will stand for a while. */
  isFresh(): boolean;
  /** Renews the session; null when the request may be replayed, otherwise the refusal. */
  renew(send: Send): Promise<ApiError | null>;
}

export type Send = (path: string, request: ApiRequest) => Promise<Response>;

interface Dependencies {
  fetch: typeof fetch;
  baseUrl: () => string;
  session: ApiSession;
}

/** Calls the API: 5 s, problem details as {@link ApiError}, one renewal of the session and one replay on 401. */
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
    readYourWrites.heard(answer);
    session.heard(answer);
    return answer;
  }

  /** Requests that fail together share one renewal. */
  function renewOnce(): Promise<ApiError | null> {
    renewal ??= session.renew(send).finally(() => {
      renewal = null;
    });
    return renewal;
  }

  /** Renews the session or waits for a new sign-in, which requests that fail together also share. True: replay. */
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
    /** An answer that says more in its headers: how many there are, where live rows go on from. */
    async page<T>(path: string, request: ApiRequest = {}): Promise<ApiPage<T>> {
      const answer = await answerOf(path, request);
      return { body: await readBody<T>(answer), header: (name) => answer.headers.get(name) };
    },
    /** An answer that is no JSON, such as a file. */
    async text(path: string, request: ApiRequest = {}): Promise<string> {
      return (await answerOf(path, request)).text();
    },
    /** An answer to be saved as it comes, under the name the server gives it. */
    async file(path: string, request: ApiRequest, onBytes: (bytes: number) => void): Promise<ApiFile> {
      return readFile(await answerOf(path, request), onBytes).catch(unanswered);
    },
    /** Sees to it that the session stands, for the live connection; renews it in any case when `must`. */
    async keepSession(must: boolean): Promise<void> {
      if (!session.exists() || (session.isFresh() && !must)) return;
      await recover({});
    },
    /** Milliseconds to add to this device's time to get the server's; null before the first answer. */
    serverOffsetMs: serverClock.offsetMs,
    /**
     * Sets what happens when the session cannot be renewed. `handler` resolves true once the person has signed in again, and
     * the refused requests are sent again; false after it has led to another page. Returns a function that unsets it.
     */
    onSessionOver(handler: (refusal: ApiError) => Promise<boolean>): () => void {
      signInAgain = handler;
      return () => {
        signInAgain = null;
        newSignIn = null;
      };
    },
    /** Who changes the page when an answer refuses. */
    onRefused(handler: (status: number) => void): void {
      refused = handler;
    },
  };
}

/** Returns a signal that aborts with the first of several. Safari before 17.4 has no `AbortSignal.any`. */
function abortedBy(signals: readonly AbortSignal[]): AbortSignal {
  const aborter = new AbortController();
  for (const signal of signals) {
    const passOn = (): void => aborter.abort(signal.reason);
    if (signal.aborted) passOn();
    signal.addEventListener('abort', passOn, { once: true });
  }
  return aborter.signal;
}

function unanswered(): never {
  throw new ApiError(0, messages.noAnswer);
}

async function readBody<T>(answer: Response): Promise<T> {
  const text = await answer.text().catch(unanswered);
  // an empty answer is what the caller typed as void or null
  return (text === '' ? null : JSON.parse(text)) as T;
}
