import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../../testing/untrusted-certificate.js';
import { until } from '../../../testing/until.js';
import { isTransientFailure } from '../../failures.js';
import { toProblem } from '../../http/problem.js';
import { LOG_START, type RecordedEvent } from '../message.js';
import { newStream, sampleEvent, sampleEvents } from '../testing/sample-events.js';
import type { KurrentDbEventStore } from './kurrentdb-event-store.js';
import { LogUnavailable } from './log-unavailable.js';
import { type DoubleFault, type DoubleOptions, KurrentDbDouble } from './testing/kurrentdb-double.js';
import { openOwnedStore } from './testing/owned-kurrentdb.js';

const opened: KurrentDbEventStore[] = [];
const doubles: KurrentDbDouble[] = [];

async function startDouble(options?: DoubleOptions): Promise<KurrentDbDouble> {
  const double = await KurrentDbDouble.start(options);
  doubles.push(double);
  return double;
}

async function open(url: string, streamPrefix = ''): Promise<KurrentDbEventStore> {
  const store = await openOwnedStore({ url, streamPrefix });
  opened.push(store);
  return store;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  for (const double of doubles.splice(0)) double.close();
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a server with a transient failure', () => {
  it.each<[string, 'read' | 'append', DoubleFault[]]>([
    ['has no leader yet', 'append', ['not ready', 'not ready']],
    ['has become a follower', 'append', ['not leader']],
    ['closes the connection after the append', 'append', ['answer lost']],
    ['does not answer an append once', 'append', ['silent']],
    ['has no leader for a read', 'read', ['not ready', 'not ready']],
    ['is a follower during a read', 'read', ['not leader']],
  ])('receives the request again when it %s, and stores no event twice', async (_, kind, faults) => {
    const double = await startDouble();
    const store = await open(double.url);
    const stream = newStream();
    await store.appendToStream(stream, 'no-stream', [sampleEvent()]);
    double.fail(kind, ...faults);
    const events = sampleEvents(2);
    expect(await store.appendToStream(stream, 0, events)).toMatchObject({ version: 2, repeated: false });
    expect((await store.readStream(stream)).map(({ eventId }) => eventId).slice(1)).toEqual(
      events.map(({ eventId }) => eventId),
    );
  });
});

describe('a server that does not respond', () => {
  it.each(['append', 'read'] as const)(
    'fails requests within ten seconds, with the time to wait before a retry (%s)',
    async (kind) => {
      const double = await startDouble();
      const store = await open(double.url);
      await store.appendToStream(newStream(), 'no-stream', [sampleEvent()]);
      double.fail(kind, ...Array<'silent'>(10).fill('silent'));
      const begun = Date.now();
      const call =
        kind === 'read'
          ? store.readStream(newStream())
          : store.appendToStream(newStream(), 'no-stream', [sampleEvent()]);
      const failure = await failureOf(call);
      expect(Date.now() - begun).toBeLessThan(10_000);
      expect(failure).toBeInstanceOf(LogUnavailable);
      expect(isTransientFailure(failure)).toBe(true);
      expect(toProblem(failure)).toMatchObject({ problem: { status: 503, code: 'UNAVAILABLE' }, retryAfterSeconds: 2 });
    },
  );

  it('is followed again after its restart, without missed or repeated events', async () => {
    const double = await startDouble();
    const [store, other] = [await open(double.url), await open(double.url)];
    const stream = newStream();
    await store.appendToStream(stream, 'no-stream', sampleEvents(3));
    const subscription = other.readAll(LOG_START);
    const seen: RecordedEvent[] = [...(await subscription.next(2))];
    double.close();
    expect(await failureOf(store.readStream(stream))).toBeInstanceOf(LogUnavailable);
    await double.listen();
    await until(async () => (await failureOf(store.appendToStream(stream, 2, sampleEvents(2)))) === undefined);
    await until(async () => {
      const events = await subscription.next(100).catch(() => []);
      seen.push(...events);
      return seen.length >= 5;
    });
    expect(seen.map(({ version }) => version)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('events of other applications', () => {
  it('are skipped by subscriptions, reads and the head of the log', async () => {
    const double = await startDouble();
    const store = await open(double.url);
    const stream = newStream();
    const { position } = await store.appendToStream(stream, 'no-stream', sampleEvents(2));
    const foreign = {
      type: 'Foreign',
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: Buffer.from(''),
    };
    for (let nth = 0; nth < 200; nth += 1) {
      double.log.append(`account-${nth}`, 'no stream', [{ ...foreign, id: crypto.randomUUID() }]);
      double.log.append('blob-1', 'any', [
        { ...foreign, id: crypto.randomUUID(), contentType: 'application/octet-stream' },
      ]);
    }
    expect(await store.head()).toEqual(position);
    expect(await store.readStream('account-1')).toEqual([]);
    const subscription = store.readAll(LOG_START);
    expect((await subscription.next(100)).map((event) => event.stream)).toEqual([stream, stream]);
    expect(await subscription.next(100)).toEqual([]);
    const { position: later } = await store.appendToStream(stream, 1, [sampleEvent()]);
    expect((await subscription.next(1)).map((event) => event.position)).toEqual([later]);
    expect(double.log.records.some((record) => record.type === '$>')).toBe(true);
  });

  it('are separated by a stream prefix when two platforms share a cluster', async () => {
    const double = await startDouble();
    const [one, two] = [await open(double.url, 'one.'), await open(double.url, 'two.')];
    await one.appendToStream('user-1', 'no-stream', sampleEvents(3));
    await two.appendToStream('user-1', 'no-stream', sampleEvents(1));
    expect(await one.readStream('user-1')).toHaveLength(3);
    expect(await two.readAll(LOG_START).next(10)).toHaveLength(1);
    expect((await two.head()).transactionId).toBeGreaterThan((await one.head()).transactionId);
    expect(double.log.stream('one.user-1')).toHaveLength(3);
  });

  it('are not part of an empty log', async () => {
    const store = await open((await startDouble()).url);
    expect(await store.head()).toEqual(LOG_START);
    expect(await store.readAll(LOG_START).next(10)).toEqual([]);
  });
});

describe('a log position', () => {
  it('of another log is rejected as the start of a subscription', async () => {
    const store = await open((await startDouble()).url);
    expect(() => store.readAll({ epoch: 1, transactionId: 7n, position: 7n })).toThrow(/another log/);
  });
});

describe('TLS and credentials', () => {
  const credentials = { username: 'ready-room', password: 'kept: secret' };
  const tls = { key: CERTIFICATE_KEY, certificate: CERTIFICATE };
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kurrentdb-tls-'));
    await writeFile(join(folder, 'ca.pem'), CERTIFICATE);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const urlOf = (double: KurrentDbDouble, password: string, options: string): string =>
    double.url.replace(/\/\/.*@/, `//ready-room:${encodeURIComponent(password)}@`).replace('127.0.0.1', 'localhost') +
    options;

  it('are configured by the URL', async () => {
    const double = await startDouble({ tls, credentials });
    const store = await open(urlOf(double, credentials.password, `&tlsCAFile=${join(folder, 'ca.pem')}`));
    const stream = newStream();
    await store.appendToStream(stream, 'no-stream', [sampleEvent()]);
    expect(await store.readStream(stream)).toHaveLength(1);
  });

  it.each([
    ['a wrong password', 'wrong', true, /rejects the credentials/],
    ['an untrusted certificate', credentials.password, false, /does not answer/],
  ])('reject a connection with %s', async (_, password, knowsAuthority, reason) => {
    const double = await startDouble({ tls, credentials });
    const store = await open(urlOf(double, password, knowsAuthority ? `&tlsCAFile=${join(folder, 'ca.pem')}` : ''));
    const failure = await failureOf(store.appendToStream(newStream(), 'no-stream', [sampleEvent()]));
    expect(failure).toBeInstanceOf(LogUnavailable);
    expect((failure as Error).message).toMatch(reason);
  });
});
