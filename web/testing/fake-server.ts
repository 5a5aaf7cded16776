import type { ClientConfig } from '../../api/contracts/client-config.contract.js';
import { loadClientConfig } from '../shared/config/client-config.js';

export interface FakeRequest {
  method: string;
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

export interface FakeAnswer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Delivers the body in pieces, instead of `body`. */
  pieces?: AsyncIterator<Uint8Array, void>;
}

type Handler = FakeAnswer | ((request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>);

export const CLIENT_CONFIG: ClientConfig = {
  productName: 'Ready Room',
  supportEmail: 'help@ready-room.example',
  apiUrl: '',
  stripePublishableKey: null,
  unityBuild: {
    files: {
      loader: { url: '/unitybuild/Build.loader.js?v=b1', bytes: 1_000 },
      data: { url: '/unitybuild/Build.data?v=b1', bytes: 20_000 },
      framework: { url: '/unitybuild/Build.framework.js?v=b1', bytes: 30_000 },
      code: { url: '/unitybuild/Build.wasm?v=b1', bytes: 40_000 },
      symbols: null,
      worker: null,
    },
    streamingAssetsUrl: '/unitybuild/StreamingAssets',
    companyName: '',
    productName: '',
    productVersion: '',
    needsIsolation: false,
  },
  catalogueId: '0198c0de-0000-7000-8000-000000000001',
  version: '2.2.3',
  build: '2.2.3+1a2b3c4d5e6f, 2026-11-23',
};

/** Requested by every page. The default response has no banner and is not recorded; a test may override it. */
const BANNER = 'GET /api/systemSettings/bannerMessage';

/**
 * Answers fetch from a table keyed by `METHOD /path`. A path that is not in the table is a failed connection. Returns the recorded
 * requests.
 */
export function fakeServer(handlers: Record<string, Handler>): FakeRequest[] {
  const seen: FakeRequest[] = [];
  const all: Record<string, Handler> = {
    'GET /config.json': { body: CLIENT_CONFIG },
    [BANNER]: { body: null },
    ...handlers,
  };
  window.fetch = async (input, init = {}) => {
    const url = new URL(input as string, 'http://localhost');
    const request: FakeRequest = {
      method: init.method ?? 'GET',
      path: url.pathname + url.search,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: (init.headers ?? {}) as Record<string, string>,
    };
    if (`${request.method} ${request.path}` !== BANNER || handlers[BANNER]) seen.push(request);
    const handler = all[`${request.method} ${request.path}`] ?? all[`${request.method} ${url.pathname}`];
    if (!handler) throw new TypeError(`${request.method} ${request.path}: connection refused`);
    return answer(typeof handler === 'function' ? await handler(request) : handler);
  };
  return seen;
}

/** Starts the fake server and loads the configuration. */
export async function startFakeServer(handlers: Record<string, Handler>): Promise<FakeRequest[]> {
  const seen = fakeServer(handlers);
  await loadClientConfig();
  seen.length = 0;
  return seen;
}

/** Returns problem details in the API's format. */
export const problem = (status: number, title: string, errors?: Record<string, string[]>): FakeAnswer => ({
  status,
  body: { type: 'about:blank', title, status, code: 'VALIDATION_FAILED', ...(errors && { errors }) },
});

// jsdom has no Response; this object has the parts that the client reads
function answer({ status = 200, body, headers = {}, pieces }: FakeAnswer): Response {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const known = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const response = {
    ok: status < 400,
    status,
    headers: { get: (name: string) => known.get(name.toLowerCase()) ?? null },
    body: { getReader: () => ({ read: pieces ? () => pieces.next() : readInTwo(text) }) },
    clone: () => response,
    text: () => Promise.resolve(text),
    json: () => Promise.resolve(JSON.parse(text)),
    arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer),
  };
  return response as unknown as Response;
}

/** Reads a text in two pieces. */
function readInTwo(text: string): () => Promise<{ done: boolean; value: Uint8Array | undefined }> {
  const bytes = new TextEncoder().encode(text);
  const half = Math.ceil(bytes.length / 2);
  const pieces = [bytes.slice(0, half), bytes.slice(half)];
  return () => {
    const value = pieces.shift();
    return Promise.resolve({ done: value === undefined, value });
  };
}
