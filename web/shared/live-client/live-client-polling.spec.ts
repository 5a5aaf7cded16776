/** @jest-environment node */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Server } from 'socket.io';
import type { PollFrame, PollReply, PollRequest, WatchRequest } from '../../../api/contracts/live.contract.js';
import { createLiveClient, type LiveClient, type LiveUpdate } from './live-client.js';

const CLASS = '0198c0de-0000-7000-8000-000000000001';
const REPORT = { sessionId: CLASS, scenarioId: null, since: null, idle: false, needsHelp: true };
const UNAVAILABLE: PollFrame = { topic: 'gradebook', id: CLASS, ok: false, code: 'unavailable' };

/** Waits until `check` returns true. */
async function until(check: () => boolean): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!check()) {
    if (Date.now() > deadline) throw new Error('It did not happen within 5 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

interface OpenPoll {
  request: PollRequest;
  signal: AbortSignal;
  answer: (reply: PollReply) => void;
  fail: () => void;
}

const changes = (sequence: number, key: string, more: Partial<PollFrame> = {}): PollFrame =>
  ({
    topic: 'gradebook',
    id: CLASS,
    ok: true,
    generation: 1,
    sequence,
    full: false,
    rows: [{ key, sequence, value: key }],
    ...more,
  }) as PollFrame;

describe('live client on a network that blocks WebSockets', () => {
  let http: HttpServer;
  let server: Server | undefined;
  let url: string;
  let client: LiveClient;
  let polls: OpenPoll[];
  let updates: LiveUpdate<string>[];
  let refused: string[];
  let asked: WatchRequest[];

  const newest = (): OpenPoll => polls.at(-1)!;
  const watch = (topic: 'gradebook' | 'class' = 'gradebook', from = { generation: 1, sequence: 10 }) =>
    client.watch<string>({
      topic,
      id: CLASS,
      from,
      onUpdate: (update) => updates.push(update),
      onRefused: (code) => refused.push(code),
    });

  /** Accepts sockets from now on. */
  function unblock(): Server {
    http.removeAllListeners('upgrade');
    server = new Server(http, { transports: ['websocket'] });
    server.of('/live').on('connection', (socket) => {
      socket.on('watch', (request: WatchRequest, reply: (answer: unknown) => void) => {
        asked.push(request);
        reply({ ok: true, generation: 1, sequence: 30, full: false, rows: [] });
      });
    });
    return server;
  }

  /** Accepts sockets from now on and closes the first ones immediately. Returns how many have been opened. */
  function closeSockets(first: number): () => number {
    let opened = 0;
    const namespace = unblock().of('/live');
    namespace.on('connection', (socket) => ++opened <= first && socket.disconnect(true));
    return () => opened;
  }

  function connect(more: Partial<Parameters<typeof createLiveClient>[0]> = {}): void {
    client = createLiveClient({
      url,
      waitMs: () => 10,
      retryWatchMs: 10,
      pollPaceMs: 0,
      pollAfterMs: 60_000,
      socketEveryMs: 50,
      sendPoll: (request, signal) =>
        new Promise((answer, reject) => {
          const fail = () => reject(new Error('Error completing request. Is the server down?'));
          signal.addEventListener('abort', fail);
          polls.push({ request, signal, answer, fail });
        }),
      ...more,
    });
  }

  beforeEach(async () => {
    const browser = Object.assign(new EventTarget(), { navigator: { onLine: true } });
    Object.assign(globalThis, { window: browser });
    Object.defineProperty(globalThis, 'navigator', { value: browser.navigator, configurable: true });
    [polls, updates, refused, asked, server] = [[], [], [], [], undefined];
    http = createServer();
    http.on('connection', (socket) => socket.on('error', () => {}));
    http.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    client.close();
    await server?.close();
    http.closeAllConnections();
    http.close();
  });

  it('polls after two failed attempts, from the position of each watcher', async () => {
    connect();
    const states: string[] = [];
    client.onState((state) => states.push(state));
    watch();
    await until(() => polls.length === 1);
    expect(newest().request).toEqual({
      watches: [{ topic: 'gradebook', id: CLASS, since: 10, generation: 1 }],
      presence: null,
    });
    newest().answer({ frames: [changes(12, 'a')] });
    await until(() => polls.length === 2);
    expect(updates).toMatchObject([{ full: false, sequence: 12, rows: [{ key: 'a' }] }]);
    expect(newest().request.watches).toMatchObject([{ since: 12, generation: 1 }]);
    expect(states).toEqual(['connecting', 'reconnecting', 'polling']);
  });

  it('polls when no connection is open after the time limit, even if no attempt has failed', async () => {
    http.removeAllListeners('upgrade');
    http.on('upgrade', () => {});
    connect({ pollAfterMs: 30 });
    watch();
    await until(() => polls.length === 1);
  });

  it('polls, and rarely opens sockets, when sockets are closed right after opening', async () => {
    const opened = closeSockets(Infinity);
    connect({ waitMs: (failures) => (failures === 0 ? 10 : 60_000), socketEveryMs: 60_000 });
    watch();
    await until(() => polls.length === 1);
    newest().answer({ frames: [] });
    await delay(200);
    expect(opened()).toBeLessThan(5);
    expect(client.state()).toBe('polling');
  });

  it('does not delay the next socket because of an earlier one that ended early', async () => {
    const waits: number[] = [];
    let elapsedMs = 0;
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + elapsedMs);
    const opened = closeSockets(2);
    connect({ pollAfterMs: 30, waitMs: (attempt) => (waits.push(attempt) === 1 ? 10 : 60_000) });
    watch();
    await until(() => opened() === 3 && client.state() === 'live');
    elapsedMs = 20_000;
    const before = polls.length;
    server!.of('/live').disconnectSockets(true);
    await until(() => polls.length > before);
    newest().fail();
    await until(() => waits.length >= 3);
    // After the first early end, the loss, and the failed poll. The failed poll did not delay the socket once more.
    expect(waits).toEqual([0, 0, 0]);
  });

  it('retries sockets that end early when polls fail too', async () => {
    const opened = closeSockets(2);
    connect({ socketEveryMs: 60_000 });
    watch();
    await until(() => polls.length === 1);
    newest().fail();
    await until(() => client.state() === 'live' && opened() === 3);
  });

  it('sends the digest of polled content back, and drops it after a change over a socket', async () => {
    connect();
    watch('class');
    await until(() => polls.length === 1);
    newest().answer({ frames: [changes(12, 'snapshot', { topic: 'class', full: true, digest: 'd1' })] });
    await until(() => polls.length === 2);
    expect(newest().request.watches).toEqual([{ topic: 'class', id: CLASS, since: 12, generation: 1, digest: 'd1' }]);
    const live = unblock();
    await until(() => asked.length === 1);
    await until(() => updates.length === 2);
    live.disconnectSockets(true);
    await live.close();
    await until(() => polls.length === 3);
    expect(newest().request.watches).toEqual([{ topic: 'class', id: CLASS, since: 30, generation: 1 }]);
  });

  it('retries sockets, and resumes from the position of the polls', async () => {
    connect();
    watch();
    await until(() => polls.length === 1);
    newest().answer({ frames: [changes(15, 'a')] });
    await until(() => client.state() === 'polling' && polls.length === 2);
    unblock();
    await until(() => client.state() === 'live');
    expect(newest().signal.aborted).toBe(true);
    await until(() => asked.length === 1);
    expect(asked).toEqual([{ topic: 'gradebook', id: CLASS, since: 15, generation: 1 }]);
    expect(polls).toHaveLength(2);
  });

  it('restarts the poll when another topic is watched or a presence reported', async () => {
    connect();
    watch();
    await until(() => polls.length === 1);
    watch('class');
    const stop = client.present(REPORT);
    await until(() => polls.length === 2);
    expect(polls[0]!.signal.aborted).toBe(true);
    expect(newest().request).toMatchObject({ watches: [{ topic: 'gradebook' }, { topic: 'class' }], presence: REPORT });
    stop();
    await until(() => polls.length === 3);
    expect(newest().request.presence).toBeNull();
  });

  it('polls a topic once, from the oldest position of its watchers', async () => {
    connect();
    watch('gradebook', { generation: 1, sequence: 20 });
    watch('gradebook', { generation: 1, sequence: 14 });
    await until(() => polls.length === 1);
    expect(newest().request.watches).toEqual([{ topic: 'gradebook', id: CLASS, since: 14, generation: 1 }]);
    newest().answer({ frames: [changes(21, 'a')] });
    await until(() => updates.length === 2);
  });

  it('loads all rows after a rebuild of the read model', async () => {
    connect();
    watch();
    await until(() => polls.length === 1);
    newest().answer({ frames: [changes(12, 'a', { generation: 2 })] });
    await until(() => polls.length === 2);
    expect(updates).toEqual([]);
    expect(newest().request.watches).toEqual([{ topic: 'gradebook', id: CLASS }]);
  });

  it('omits refused topics, and retries unavailable ones', async () => {
    connect();
    watch();
    watch('class');
    await until(() => polls.length > 0 && newest().request.watches.length === 2);
    newest().answer({
      frames: [
        { topic: 'gradebook', id: CLASS, ok: false, code: 'not-found' },
        { topic: 'class', id: CLASS, ok: false, code: 'unavailable' },
      ],
    });
    await until(() => newest().request.watches.length === 1);
    expect(refused).toEqual(['not-found']);
    expect(newest().request.watches).toMatchObject([{ topic: 'class' }]);
  });

  it('keeps its position when a change follows an unavailable frame', async () => {
    connect();
    watch();
    await until(() => polls.length === 1);
    newest().answer({ frames: [UNAVAILABLE, changes(55, 'a')] });
    await until(() => polls.length === 2);
    expect(updates).toEqual([]);
    expect(newest().request.watches).toEqual([{ topic: 'gradebook', id: CLASS, since: 10, generation: 1 }]);
  });

  it('shows "reconnecting" while polls fail too, and recovers', async () => {
    connect();
    watch();
    await until(() => polls.length === 1);
    newest().answer({ frames: [] });
    await until(() => client.state() === 'polling' && polls.length === 2);
    newest().fail();
    await until(() => polls.length === 3);
    expect(client.state()).toBe('reconnecting');
    newest().answer({ frames: [changes(12, 'a')] });
    await until(() => updates.length === 1);
    expect(client.state()).toBe('polling');
  });

  it('shows "reconnecting" while the server responds but cannot serve a topic', async () => {
    connect();
    watch();
    await until(() => polls.length === 1);
    newest().answer({ frames: [] });
    await until(() => client.state() === 'polling' && polls.length === 2);
    newest().answer({ frames: [UNAVAILABLE] });
    await until(() => polls.length === 3);
    expect(client.state()).toBe('reconnecting');
  });

  it('polls immediately after a change of network, without waiting for the poll in flight', async () => {
    connect();
    watch();
    await until(() => polls.length === 1);
    newest().answer({ frames: [] });
    await until(() => client.state() === 'polling' && polls.length === 2);
    const lost = newest();
    window.dispatchEvent(new Event('online'));
    await until(() => polls.length === 3);
    expect(lost.signal.aborted).toBe(true);
    expect(newest().signal.aborted).toBe(false);
  });

  it('stops with the last watcher', async () => {
    connect();
    watch();
    await until(() => polls.length === 1);
    client.close();
    expect(newest().signal.aborted).toBe(true);
    expect(client.state()).toBe('idle');
  });
});
