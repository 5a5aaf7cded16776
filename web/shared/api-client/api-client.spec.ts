/** @jest-environment node */
import { createApiClient, type ApiSession } from './api-client.js';
import { ApiError } from './api-error.js';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

function clientWith(answers: (url: string, init: RequestInit) => Response | Promise<Response>, session = {}) {
  const fetched = jest.fn((url: string, init: RequestInit) => Promise.resolve(answers(url, init)));
  const renew = jest.fn(() => Promise.resolve<ApiError | null>(null));
  const whole: ApiSession = { exists: () => true, onResponse: () => {}, isFresh: () => false, renew, ...session };
  const client = createApiClient({
    fetch: fetched as unknown as typeof fetch,
    baseUrl: () => 'http://ready.example',
    session: whole,
  });
  return { client, fetched, renew };
}

const OVER = new ApiError(401, 'Over');
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => Promise.reject(new Error('It should have failed.')),
    (error: ApiError) => error,
  );

describe('api client', () => {
  it('sends JSON with credentials and parses the response', async () => {
    const { client, fetched } = clientWith(() => json(200, { id: 1 }));
    await expect(client.call('/things', { method: 'POST', body: 'token' })).resolves.toEqual({ id: 1 });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('http://ready.example/api/things');
    expect(init).toMatchObject({ method: 'POST', body: '"token"', credentials: 'include' });
    expect(init?.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  it('bypasses the browser cache only on request', async () => {
    const { client, fetched } = clientWith(() => json(200, {}));
    await client.call('/things');
    await client.call('/things', { cache: 'no-store' });
    expect(fetched.mock.calls.map(([, { cache }]) => cache)).toEqual([undefined, 'no-store']);
  });

  it('measures the server time from every response, including refusals', async () => {
    const sentAt = Date.now();
    const time = new Date(sentAt + 600_000).toISOString();
    const { client } = clientWith(() => json(404, {}, { 'x-server-time': time, 'cache-control': 'no-store' }));
    expect(client.serverOffsetMs()).toBeNull();
    await failure(client.call('/a', { background: true }));
    // The server's clock is ten minutes ahead; the measurement error is half the request's duration.
    expect(client.serverOffsetMs()).toBeLessThanOrEqual(600_000);
    expect(client.serverOffsetMs()).toBeGreaterThanOrEqual(600_000 - (Date.now() - sentAt));
  });

  it('returns null for an empty response', async () => {
    const { client } = clientWith(() => new Response(null, { status: 204 }));
    await expect(client.call('/things')).resolves.toBeNull();
  });

  it('renews the session once for concurrent failed requests, and retries each once', async () => {
    let valid = false;
    const renew = jest.fn(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      valid = true;
      return null;
    });
    const { client, fetched } = clientWith((url) => (valid ? json(200, url) : json(401, { title: 'Expired' })), {
      renew,
    });
    await expect(Promise.all([client.call('/a'), client.call('/b'), client.call('/c')])).resolves.toHaveLength(3);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(fetched).toHaveBeenCalledTimes(6);
  });

  it('does not retry a second time', async () => {
    const { client, fetched, renew } = clientWith(() => json(401, { title: 'Expired' }));
    const refused = jest.fn();
    client.onRefused(refused);
    const error = await failure(client.call('/a'));
    expect(error.status).toBe(401);
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(refused).toHaveBeenCalledWith(401);
  });

  it('neither renews nor retries without a stored session', async () => {
    const { client, fetched, renew } = clientWith(() => json(401, { title: 'No' }), { exists: () => false });
    await failure(client.call('/a'));
    expect(renew).not.toHaveBeenCalled();
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('reports a refusal to the page, except for requests that keep the page or run in the background', async () => {
    const { client } = clientWith(() => json(503, { title: 'Away' }));
    const refused = jest.fn();
    client.onRefused(refused);
    await failure(client.call('/a', { background: true }));
    await failure(client.call('/a', { keepsPage: true }));
    expect(refused).not.toHaveBeenCalled();
    await failure(client.call('/a'));
    expect(refused).toHaveBeenCalledWith(503);
  });

  it('parses problem details into the title and the first message of each form field', async () => {
    const { client } = clientWith(() =>
      json(400, {
        title: 'Invalid',
        code: 'VALIDATION_FAILED',
        errors: { AccessCode: ['First', 'Second'], Username: [] },
      }),
    );
    const error = await failure(client.call('/a'));
    expect(error).toMatchObject({
      title: 'Invalid',
      code: 'VALIDATION_FAILED',
      errors: { accessCode: 'First' },
      messages: { accessCode: ['First', 'Second'] },
    });
  });

  it('uses the message of other JSON, and plain text unchanged', async () => {
    const other = clientWith(() => json(400, { message: 'From somewhere else' }));
    expect((await failure(other.client.call('/a'))).title).toBe('From somewhere else');
    const text = clientWith(() => new Response('Plain words', { status: 400 }));
    expect((await failure(text.client.call('/a'))).title).toBe('Plain words');
  });

  it('reports that the server may be down when no response arrives', async () => {
    const { client } = clientWith(() => Promise.reject(new TypeError('failed')));
    const error = await failure(client.call('/a'));
    expect(error).toMatchObject({ status: 0, title: 'Error completing request. Is the server down?' });
  });

  it('reports that the server may be down when the response breaks off', async () => {
    const broken = { ...json(200, {}), ok: true, headers: new Headers(), text: () => Promise.reject(new Error('cut')) };
    const { client } = clientWith(() => broken);
    expect((await failure(client.call('/a'))).title).toBe('Error completing request. Is the server down?');
  });

  it('limits every request to five seconds unless it sets another timeout', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    const { client } = clientWith(() => json(200, {}));
    await client.call('/a');
    await client.call('/b', { timeoutMs: 30_000 });
    expect(timeout.mock.calls).toEqual([[5_000], [30_000]]);
    timeout.mockRestore();
  });

  it('sends the idempotency key', async () => {
    const { client, fetched } = clientWith(() => json(201, {}));
    await client.call('/a', { method: 'POST', idempotencyKey: 'try-1' });
    expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ 'idempotency-key': 'try-1' });
  });

  it('rejects after the timeout', async () => {
    const { client } = clientWith(
      (_, { signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    expect((await failure(client.call('/a', { timeoutMs: 1 }))).status).toBe(0);
  });

  it('renews the session for the live connection only when it is old or was rejected', async () => {
    const isFresh = jest.fn(() => true);
    const { client, renew } = clientWith(() => json(200, {}), { isFresh });
    await client.keepSession(false);
    expect(renew).not.toHaveBeenCalled();
    await client.keepSession(true);
    isFresh.mockReturnValue(false);
    await client.keepSession(false);
    expect(renew).toHaveBeenCalledTimes(2);
  });

  it('calls the handler when the session has expired', async () => {
    const { client } = clientWith(() => json(200, {}), { renew: () => Promise.resolve(OVER) });
    const refused = jest.fn();
    client.onRefused(refused);
    await client.keepSession(true);
    expect(refused).toHaveBeenCalledWith(401);
  });

  it('waits for one new sign-in when the session cannot be renewed, and retries every request', async () => {
    let valid = false;
    const { client, fetched } = clientWith(() => (valid ? json(200, 'fine') : json(401, { title: 'Expired' })), {
      renew: () => Promise.resolve(OVER),
    });
    const refused = jest.fn();
    client.onRefused(refused);
    let signIn: (done: boolean) => void = () => {};
    const asked = jest.fn(() => new Promise<boolean>((resolve) => (signIn = resolve)));
    client.onSessionOver(asked);
    const answers = Promise.all([client.call('/a'), client.call('/b'), client.keepSession(true)]);
    expect((await failure(client.call('/c', { background: true }))).status).toBe(401);
    valid = true;
    signIn(true);
    await expect(answers).resolves.toEqual(['fine', 'fine', undefined]);
    expect(asked.mock.calls).toEqual([[OVER]]);
    expect(fetched).toHaveBeenCalledTimes(5);
    expect(refused).not.toHaveBeenCalled();
  });

  it('requires a new sign-in for a request that keeps the page, and sends the request again', async () => {
    let valid = false;
    const { client } = clientWith(() => (valid ? json(200, 'fine') : json(401, { title: 'Expired' })), {
      renew: () => Promise.resolve(OVER),
    });
    const refused = jest.fn();
    client.onRefused(refused);
    expect((await failure(client.call('/a', { keepsPage: true }))).status).toBe(401);
    expect(refused).not.toHaveBeenCalled();
    client.onSessionOver(() => {
      valid = true;
      return Promise.resolve(true);
    });
    await expect(client.call('/a', { keepsPage: true })).resolves.toBe('fine');
    expect(refused).not.toHaveBeenCalled();
  });

  it('reports no refusal to the page when the handler has navigated', async () => {
    const { client } = clientWith(() => json(401, { title: 'Expired' }), { renew: () => Promise.resolve(OVER) });
    const refused = jest.fn();
    client.onRefused(refused);
    client.onSessionOver(() => Promise.resolve(false));
    expect((await failure(client.call('/a'))).status).toBe(401);
    expect(refused).not.toHaveBeenCalled();
  });

  it('requests read-your-writes consistency for ten seconds', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000);
    const { client, fetched } = clientWith(() => json(200, {}, { 'x-log-position': '7.42' }));
    await client.call('/a', { method: 'PUT' });
    now.mockReturnValue(10_900);
    await client.call('/b');
    expect(fetched.mock.calls[1]?.[1].headers).toMatchObject({ 'x-read-after': '7.42' });
    fetched.mockImplementation(() => Promise.resolve(json(200, {})));
    now.mockReturnValue(30_000);
    await client.call('/c');
    expect(fetched.mock.calls[2]?.[1].headers).not.toHaveProperty('x-read-after');
    now.mockRestore();
  });

  it('waits for the later of two commands whose responses arrive in the wrong order', async () => {
    const positions = ['1.9.30', '1.10.4', '1.9.31'];
    const { client, fetched } = clientWith(() => json(200, {}, { 'x-log-position': positions.shift()! }));
    for (const path of ['/a', '/b', '/c']) await client.call(path, { method: 'PUT' });
    fetched.mockImplementation(() => Promise.resolve(json(200, {})));
    await client.call('/d');
    expect(fetched.mock.calls[3]?.[1].headers).toMatchObject({ 'x-read-after': '1.10.4' });
  });
});
