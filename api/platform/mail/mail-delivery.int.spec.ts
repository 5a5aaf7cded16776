import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { openPool } from '../database/pool.js';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.js';
import type { Leadership } from '../eventsourcing/projecting/leadership.js';
import { testConfig } from '../http/testing/test-http-application.js';
import type { Jobs } from '../jobs/jobs.js';
import { until } from '../../testing/until.js';
import { MailComposers } from './mail-composers.js';
import { MailDelivery } from './mail-delivery.js';
import { MailSweep } from './mail-sweep.js';
import { type MailKey, MailOutbox } from './mail-outbox.js';
import { SmtpMailTransport } from './mail-transport.js';
import { MailServer } from './testing/mail-server.js';

const config = testConfig();
const FROM = { name: 'Ready Room', address: config.mailFrom };

let database: TestDatabase;
let pool: Pool;
let server: MailServer;
let now: Date;
const clock = { now: () => now };
const said: string[] = [];
/** Number of times that the composer of busy mails still fails. */
let failures = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.appUrl);
  Logger.overrideLogger({
    log: () => undefined,
    error: () => undefined,
    warn: (...line: unknown[]) => void said.push(JSON.stringify(line)),
  });
});
beforeEach(async () => {
  now = new Date('2026-03-01T09:30:00Z');
  failures = 1;
  server = new MailServer();
  await server.start();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await server.stop();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Creates a worker. Workers share only the database. */
function worker() {
  const outbox = new MailOutbox(pool, clock);
  const composers = new MailComposers();
  const transport = new SmtpMailTransport(server.url, FROM);
  composers.register('note', async ({ userId }) => ({
    to: `${userId}@example.org`,
    subject: 'A note',
    text: 'secret text',
    html: '<p>secret text</p>',
  }));
  composers.register('busy', ({ userId }) => {
    if (failures-- > 0)
      return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    return Promise.resolve({ to: `${userId}@example.org`, subject: 'A note', text: '', html: '' });
  });
  composers.register('obsolete', () => Promise.resolve(null));
  composers.register('forged', () =>
    Promise.resolve({ to: 'ada@example.org', subject: 'A\r\nBcc: eve@example.org', text: '', html: '' }),
  );
  return { outbox, delivery: new MailDelivery(outbox, composers, transport, config, clock) };
}

async function put(kind = 'note'): Promise<MailKey> {
  const key = { eventId: randomUUID(), userId: randomUUID() };
  await worker().outbox.add(key, kind);
  return key;
}

/** Runs one turn of the leader's sweep. */
async function sweep({ outbox, delivery }: ReturnType<typeof worker>): Promise<void> {
  for (const key of await outbox.due(50)) await delivery.deliver(key);
}

const later = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1_000);
};
const receivedBy = ({ userId }: MailKey) => server.received.filter(({ to }) => to === `${userId}@example.org`);

it('sends a mail once when it is added and swept several times', async () => {
  const key = await put();
  const { outbox } = worker();
  await outbox.add(key, 'note');
  for (let turn = 0; turn < 3; turn += 1) {
    await sweep(worker());
    later(120);
  }
  const [mail] = receivedBy(key);
  expect(receivedBy(key)).toHaveLength(1);
  expect(mail!.raw).toContain(`Message-ID: <${key.eventId}.${key.userId}@${config.mailFrom.split('@')[1]}>`);
});

it('sends each mail once after the mail server was unreachable for ten minutes', async () => {
  const keys = [await put(), await put(), await put()];
  await server.stop();
  const one = worker();
  for (let second = 0; second < 600; second += 1) {
    await sweep(one);
    later(1);
  }
  expect((await one.outbox.unsent()).waiting).toBe(3);
  await server.start();
  for (let second = 0; second < 61; second += 1) {
    await sweep(one);
    later(1);
  }
  for (const key of keys) expect(receivedBy(key)).toHaveLength(1);
  expect(await one.outbox.unsent()).toEqual({ waiting: 0, oldestSeconds: 0 });
});

it('retries a mail immediately when the database was unavailable for its composer', async () => {
  const key = await put('busy');
  await sweep(worker());
  await sweep(worker());
  expect(receivedBy(key)).toHaveLength(1);
});

it('adds a mail without waiting for the store of jobs', async () => {
  const { outbox, delivery } = worker();
  const jobs = { handle: () => undefined, add: () => new Promise<void>(() => undefined) };
  const leadership = { addTask: () => undefined };
  const mails = new MailSweep(outbox, delivery, jobs as unknown as Jobs, leadership as unknown as Leadership);
  const key = { eventId: randomUUID(), userId: randomUUID() };
  await mails.add(key, 'note', now);
  await sweep(worker());
  expect(receivedBy(key)).toHaveLength(1);
});

it('retries a mail that the server refused temporarily', async () => {
  const key = await put();
  server.onMail = () => Promise.reject(Object.assign(new Error('Try later'), { responseCode: 451 }));
  await sweep(worker());
  server.onMail = () => Promise.resolve();
  await sweep(worker());
  expect(receivedBy(key)).toHaveLength(0);
  later(6);
  await sweep(worker());
  expect(receivedBy(key)).toHaveLength(1);
});

it('sends a mail whose worker was killed after claiming it', async () => {
  const key = await put();
  expect(await worker().outbox.claim(key)).not.toBeNull();
  await sweep(worker());
  expect(receivedBy(key)).toHaveLength(0);
  later(61);
  await sweep(worker());
  expect(receivedBy(key)).toHaveLength(1);
});

it('sends a mail by only one of several concurrent workers', async () => {
  const key = await put();
  let arrived = (): void => undefined;
  const atServer = new Promise<void>((resolve) => (arrived = resolve));
  let release = (): void => undefined;
  server.onMail = () => {
    arrived();
    return new Promise((resolve) => (release = resolve));
  };
  const first = worker().delivery.deliver(key);
  await atServer;
  expect(await worker().delivery.deliver(key)).toBe(false);
  release();
  expect(await first).toBe(true);
  server.onMail = () => Promise.resolve();
  const another = await put();
  const sent = await Promise.all([1, 2, 3, 4].map(() => worker().delivery.deliver(another)));
  expect(sent.filter(Boolean)).toHaveLength(1);
  expect([receivedBy(key).length, receivedBy(another).length]).toEqual([1, 1]);
});

it('closes the connection to a server that is too slow before it retries the mail', async () => {
  const key = await put();
  const tooLong = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(tooLong.signal);
  let refuseLate = (): void => undefined;
  server.onMail = () => {
    tooLong.abort();
    return new Promise((_resolve, reject) => (refuseLate = () => reject(new Error('Nobody listens'))));
  };
  said.length = 0;
  expect(await worker().delivery.deliver(key)).toBe(false);
  await until(() => server.connections === 0);
  // The signal closed the connection, and not the socket's own timeout.
  expect(said.join()).toContain('EABORT');
  refuseLate();
  jest.restoreAllMocks();
  server.onMail = () => Promise.resolve();
  later(6);
  await sweep(worker());
  expect(receivedBy(key)).toHaveLength(1);
});

it('drops mails that are no longer needed and mails that would forge a header', async () => {
  await put('obsolete');
  await put('forged');
  await sweep(worker());
  expect(server.received).toEqual([]);
  expect((await worker().outbox.unsent()).waiting).toBe(0);
});

it('shows operators the waiting mails without their recipients', async () => {
  const key = await put();
  await server.stop();
  said.length = 0;
  await sweep(worker());
  later(30);
  expect(await worker().outbox.unsent()).toEqual({ waiting: 1, oldestSeconds: 30 });
  expect(said.join()).toContain(key.eventId);
  for (const secret of ['example.org', 'secret text', key.userId]) expect(said.join()).not.toContain(secret);
});
