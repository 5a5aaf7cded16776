/** @jest-environment node */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Namespace } from 'socket.io';
import type { LiveChanges, WatchReply, WatchRequest } from '../../../api/contracts/live.contract.js';
import type { PresenceReport } from '../../../api/contracts/presence.contract.js';
import { createLiveClient, type LiveClient, type LiveUpdate } from './live-client.js';

const CLASS = '0198c0de-0000-7000-8000-000000000001';

/** Polls until `check` returns true, because the live connection fires no event when it is idle. */
async function until(check: () => boolean): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!check()) {
    if (Date.now() > deadline) throw new Error('It did not happen within 5 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const full = (generation: number, sequence: number, ...keys: string[]): WatchReply => ({
  ok: true,
  generation,
  sequence,
  full: true,
  rows: keys.map((key) => ({ key, sequence, value: key })),
});
const change = (generation: number, sequence: number, key: string): LiveChanges => ({
  topic: 'gradebook',
  id: CLASS,
  generation,
  sequence,
  rows: [{ key, sequence, value: key }],
});

describe('live client', () => {
  let http: HttpServer;
  let server: Server;
  let namespace: Namespace;
  let client: LiveClient;
  let asked: WatchRequest[];
  let unwatched: unknown[];
  let reports: unknown[];
  let reply: (request: WatchRequest) => WatchReply | null;
  const updates: LiveUpdate<string>[] = [];
  let renewals: unknown[];
  const renewSession = jest.fn((_refused: boolean) => Promise.resolve());

  const watch = (from?: { generation: number; sequence: number }) =>
    client.watch<string>({
      topic: 'gradebook',
      id: CLASS,
      ...(from && { from }),
      onUpdate: (update) => updates.push(update),
    });

  beforeEach(async () => {
    const browser = Object.assign(new EventTarget(), { navigator: { onLine: true } });
    Object.assign(globalThis, { window: browser });
    Object.defineProperty(globalThis, 'navigator', { value: browser.navigator, configurable: true });
    updates.length = 0;
    asked = [];
    unwatched = [];
    reports = [];
    renewals = [];
    reply = () => full(1, 10, 'a');
    renewSession.mockClear();
    http = createServer();
    server = new Server(http, { transports: ['websocket'] });
    namespace = server.of('/live');
    namespace.on('connection', (socket) => {
      socket.on('watch', (request, answer) => {
        asked.push(request);
        const given = reply(request);
        if (given) answer(given);
      });
      socket.on('unwatch', (request) => unwatched.push(request));
      socket.on('presence', (report) => reports.push(report));
      socket.on('renew', (request) => renewals.push(request));
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    client = createLiveClient({
      url: `http://127.0.0.1:${port}`,
      waitMs: () => 10,
      retryWatchMs: 10,
      reportEveryMs: 50,
      renewSession,
      liveToken: () => 'a newer token',
      sendPoll: () => new Promise(() => {}),
    });
  });

  afterEach(async () => {
    client.close();
    await server.close();
  });

  it('requests what is newer than the first load and applies the changes', async () => {
    reply = () => ({ ok: true, generation: 1, sequence: 12, full: false, rows: [] });
    watch({ generation: 1, sequence: 10 });
    await until(() => updates.length === 1);
    expect(asked).toEqual([{ topic: 'gradebook', id: CLASS, since: 10, generation: 1 }]);
    expect(client.state()).toBe('live');
    namespace.emit('changes', change(1, 13, 'b'));
    await until(() => updates.length === 2);
    expect(updates[1]).toMatchObject({ full: false, sequence: 13, rows: [{ key: 'b' }] });
  });

  it('resumes from its position after a reconnect', async () => {
    watch();
    await until(() => updates.length === 1);
    namespace.emit('changes', change(1, 17, 'b'));
    await until(() => updates.length === 2);
    namespace.disconnectSockets(true);
    await until(() => asked.length === 2);
    expect(asked[1]).toMatchObject({ since: 17, generation: 1 });
    expect(renewSession.mock.calls).toEqual([[false], [false]]);
  });

  it('renews the session and extends the connection before it expires', async () => {
    watch();
    await until(() => updates.length === 1);
    namespace.emit('expiring');
    await until(() => renewals.length === 1);
    expect(renewals).toEqual([{ token: 'a newer token' }]);
    expect(renewSession.mock.calls).toEqual([[false], [false]]);
    expect(asked).toHaveLength(1);
    expect(client.state()).toBe('live');
  });

  it('shows "reconnecting" while the server is down', async () => {
    const states: string[] = [];
    client.onState((state) => states.push(state));
    watch();
    await until(() => client.state() === 'live');
    namespace.disconnectSockets(true);
    await until(() => states.length === 4);
    expect(states).toEqual(['connecting', 'live', 'reconnecting', 'live']);
  });

  it('renews the session when the server rejects it', async () => {
    let admit = false;
    namespace.use((_, next) => next(admit ? undefined : new Error('unauthenticated')));
    renewSession.mockImplementation(async (refused) => {
      admit = refused;
    });
    watch();
    await until(() => updates.length === 1);
    expect(renewSession.mock.calls).toEqual([[false], [true]]);
    renewSession.mockReset().mockResolvedValue(undefined);
  });

  it('shows "offline" when the browser has no network', async () => {
    watch();
    await until(() => client.state() === 'live');
    window.dispatchEvent(new Event('offline'));
    expect(client.state()).toBe('offline');
    window.dispatchEvent(new Event('online'));
    expect(client.state()).toBe('live');
  });

  it('loads all rows after a rebuild of the read model', async () => {
    watch();
    await until(() => updates.length === 1);
    reply = () => full(2, 20, 'x');
    namespace.emit('changes', change(2, 21, 'y'));
    await until(() => asked.length === 2 && updates.length >= 2);
    expect(asked[1]).toEqual({ topic: 'gradebook', id: CLASS });
    expect(updates[1]).toMatchObject({ full: true, generation: 2, rows: [{ key: 'x' }] });
  });

  it('keeps changes that arrive before the reply of a full load', async () => {
    reply = () => {
      namespace.emit('changes', change(1, 11, 'early'));
      return full(1, 10, 'a');
    };
    watch();
    await until(() => updates.length === 2);
    expect(updates.map(({ full, rows }) => [full, rows[0]?.key])).toEqual([
      [true, 'a'],
      [false, 'early'],
    ]);
  });

  it('watches again on resync, for one topic or all', async () => {
    watch();
    await until(() => updates.length === 1);
    namespace.emit('resync', { topic: 'gradebook', id: CLASS });
    await until(() => asked.length === 2);
    expect(asked[1]).toMatchObject({ since: 10, generation: 1 });
    await until(() => updates.length === 2);
    namespace.emit('resync', {});
    await until(() => asked.length === 3);
  });

  it('watches again when a resync arrives before the reply', async () => {
    reply = () => {
      if (asked.length === 1) namespace.emit('resync', { topic: 'gradebook', id: CLASS });
      return full(1, 10, 'a');
    };
    watch();
    await until(() => updates.length === 2);
    expect(asked).toEqual([
      { topic: 'gradebook', id: CLASS },
      { topic: 'gradebook', id: CLASS, since: 10, generation: 1 },
    ]);
  });

  it('keeps its position when changes arrive between an unavailable reply and the retry', async () => {
    reply = () => {
      if (asked.length > 1) return full(1, 60, 'b');
      queueMicrotask(() => namespace.emit('changes', change(1, 55, 'a')));
      return { ok: false, code: 'unavailable' };
    };
    watch({ generation: 1, sequence: 10 });
    await until(() => updates.length > 0 && asked.length === 2);
    expect(asked[1]).toMatchObject({ since: 10, generation: 1 });
  });

  it('retries while the server is unavailable, and stops after a refusal', async () => {
    const refused = jest.fn();
    reply = ({ id }) =>
      id === CLASS && asked.length === 1 ? { ok: false, code: 'unavailable' } : { ok: false, code: 'not-found' };
    client.watch({ topic: 'class', id: CLASS, onUpdate: () => {}, onRefused: refused });
    await until(() => refused.mock.calls.length === 1);
    expect(asked).toHaveLength(2);
    expect(refused).toHaveBeenCalledWith('not-found');
  });

  it('unwatches a topic only after its last watcher has left', async () => {
    const first = watch();
    const second = watch();
    await until(() => updates.length === 2);
    first();
    second();
    await until(() => unwatched.length === 1);
    expect(unwatched).toEqual([{ topic: 'gradebook', id: CLASS }]);
  });

  it('reports presence periodically and after each reconnect, until it is stopped', async () => {
    const report = { sessionId: CLASS, scenarioId: null, since: null, idle: false, needsHelp: true };
    const stop = client.present(report);
    await until(() => reports.length >= 3);
    namespace.disconnectSockets(true);
    await until(() => client.state() === 'reconnecting');
    const before = reports.length;
    await until(() => reports.length > before);
    const { page } = reports[0] as PresenceReport;
    expect(reports).toEqual(reports.map(() => ({ ...report, page: { id: page!.id, change: 0 } })));
    const next = client.present(report);
    await until(() => (reports.at(-1) as PresenceReport).page!.change === 1);
    expect((reports.at(-1) as PresenceReport).page!.id).toBe(page!.id);
    next();
    stop();
    watch();
    await until(() => updates.length === 1);
    const atEnd = reports.length;
    await until(() => client.state() === 'live');
    namespace.emit('changes', change(1, 11, 'b'));
    await until(() => updates.length === 2);
    expect(reports).toHaveLength(atEnd);
  });
});
