import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { AuditPage } from '../../contracts/audit.contract.js';
import type { SecurityEventPage } from '../../contracts/security-event.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { LOG, type Log } from '../../platform/eventsourcing/log.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { RecordRefusals } from './record-refusals.js';
import { SecurityEventTable } from './security-event-table.js';
import { SweepSecurityEvents } from './sweep-security-events.js';
import { WatchSpraying } from './watch-spraying.js';

let platform: TestPlatform;
let pool: Pool;
let admin: TestClient;
let student: TestClient;
let studentName: string;

beforeAll(async () => {
  platform = await TestPlatform.start({ trustedProxies: 1, allowPlainHttp: true });
  pool = platform.app.get(POOL);
  admin = await platform.admin();
  student = await platform.person('User', null);
  const { rows } = await pool.query<{ username: string }>('select username from read.people where id = $1', [
    student.userId,
  ]);
  studentName = rows[0]!.username;
});
afterAll(() => platform.stop());
beforeEach(async () => {
  await platform.app.get(RecordRefusals).flush();
  await pool.query('delete from plain.security_events; delete from plain.sign_in_attempts');
});

const guess = async (username: string, address: string) =>
  (
    await fetch(`${platform.url}/api/auth/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, 'x-request-id': `try-${address}` },
      body: JSON.stringify({ username, password: 'wrong horse 1!' }),
    })
  ).status;
const list = async (query: Record<string, string> = {}) => {
  await platform.app.get(RecordRefusals).flush();
  return (await admin.get<SecurityEventPage>(`/audit/security?${new URLSearchParams(query)}`)).body;
};

it('records the caller, the route and the request of a 403', async () => {
  for (let times = 0; times < 3; times += 1) expect((await student.get('/users/accessCodes')).status).toBe(403);
  const { events } = await list();
  expect(events).toEqual([
    {
      id: expect.any(String) as string,
      kind: 'forbidden',
      firstAt: expect.stringMatching(/^\d{4}-/) as string,
      lastAt: expect.stringMatching(/^\d{4}-/) as string,
      count: 3,
      actor: { id: student.userId, username: studentName },
      user: null,
      names: null,
      address: '127.0.0.1',
      route: 'GET /api/users/accessCodes',
      code: 'FORBIDDEN',
      requestId: expect.any(String) as string,
    },
  ]);
});

it('records the account of a failed sign-in, and stores the name only as a hash', async () => {
  expect(await guess(studentName, '192.0.2.1')).toBe(400);
  expect(await guess('my password 1#', '192.0.2.2')).toBe(400);
  const { events } = await list();
  expect(events).toMatchObject([
    { kind: 'sign-in-failed', user: null, actor: null, address: '192.0.2.2', requestId: 'try-192.0.2.2' },
    { kind: 'sign-in-failed', user: { id: student.userId, username: studentName }, address: '192.0.2.1' },
  ]);
  expect(await platform.textOf(['plain.security_events'])).not.toContain('my password');
});

it('writes a line to the structured log, with ids and address but no name', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn');
  try {
    await guess(studentName, '192.0.2.6');
    await list();
    const lines = warn.mock.calls.filter(([message]) => message === 'security event').map(([, fields]) => fields);
    expect(lines).toMatchObject([
      {
        event: {
          kind: 'sign-in-failed',
          count: 1,
          userId: student.userId,
          address: '192.0.2.6',
          requestId: 'try-192.0.2.6',
          route: 'POST /api/auth/session',
        },
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain(studentName);
  } finally {
    warn.mockRestore();
  }
});

it('records throttling with its account', async () => {
  for (let n = 0; n < 11; n += 1) await guess(studentName, '192.0.2.3');
  const { events } = await list({ kind: 'throttled' });
  expect(events).toMatchObject([{ count: 1, code: 'TOO_MANY_REQUESTS', user: { id: student.userId } }]);
});

it('records password spraying below ten guesses a name as one entry for its network', async () => {
  const spraying = platform.app.get(WatchSpraying);
  for (let n = 0; n < 9; n += 1) await guess(`somebody.${n}`, `2001:db8:5:5::${n}`);
  await spraying.findSpraying();
  expect((await list({ kind: 'password-spraying' })).events).toEqual([]);
  for (let n = 9; n < 12; n += 1) await guess(`somebody.${n}`, `2001:db8:5:5::${n}`);
  await spraying.findSpraying();
  await spraying.findSpraying();
  const [entry, ...others] = (await list({ kind: 'password-spraying' })).events;
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ names: 12, count: 12, address: '2001:db8:5:5::/64' });
  await guess('somebody.12', '2001:db8:5:5::ffff');
  await spraying.findSpraying();
  expect((await list({ kind: 'password-spraying' })).events).toMatchObject([{ id: entry!.id, names: 13, count: 13 }]);
});

it('does not report a classroom that mistypes and then signs in', async () => {
  const people = await Promise.all(Array.from({ length: 2 }, () => platform.person('User', null)));
  const { rows } = await pool.query<{ username: string }>('select username from read.people where id = any ($1)', [
    people.map(({ userId }) => userId),
  ]);
  for (const { username } of rows) {
    await guess(username, '127.0.0.1');
    await platform.signIn(username);
  }
  for (let n = 0; n < 9; n += 1) await guess(`typo.${n}`, '127.0.0.1');
  await platform.app.get(WatchSpraying).findSpraying();
  expect((await list({ kind: 'password-spraying' })).events).toEqual([]);
});

it('lists events page by page, filtered by kind, person, network and time', async () => {
  for (let n = 0; n < 5; n += 1) await guess(`somebody.${n}`, `2001:db8:6:${n}::1`);
  await guess(studentName, '192.0.2.4');
  await student.get('/users/accessCodes');
  const all = (await list()).events;
  expect(all).toHaveLength(7);
  const paged: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: SecurityEventPage = await list({ limit: '2', ...(cursor && { cursor }) });
    paged.push(...page.events.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(all.map(({ id }) => id));
  expect((await list({ kind: 'forbidden' })).events).toHaveLength(1);
  expect((await list({ userId: student.userId })).events).toHaveLength(2);
  expect((await list({ address: '2001:db8:6:3::ffff' })).events).toHaveLength(1);
  expect((await list({ address: '2001:db8:6:3::/64' })).events).toHaveLength(1);
  expect((await list({ to: '2020-01-01T00:00:00Z' })).events).toEqual([]);
  expect((await list({ from: '2020-01-01T00:00:00Z' })).events).toHaveLength(7);
  expect((await admin.get("/audit/security?cursor=1.1' or true")).status).toBe(400);
});

it('records no event as an erased person, and stores guesses at their name without the person', async () => {
  const erased = await platform.person('User', null);
  const known = 'select username from read.people where id = $1';
  const { rows } = await pool.query<{ username: string }>(known, [erased.userId]);
  await pool.query('insert into plain.erased_subjects (subject_id) values ($1)', [erased.userId]);
  expect((await erased.get('/users/accessCodes')).status).toBe(403);
  await guess(rows[0]!.username, '192.0.2.77');
  expect((await list({ userId: erased.userId })).events).toEqual([]);
  const { events } = await list();
  expect(events).toEqual([expect.objectContaining({ kind: 'sign-in-failed', user: null, address: '192.0.2.77' })]);
  const hashes = await pool.query('select from plain.security_events where name_hmac is not null');
  expect(hashes.rowCount).toBe(0);
});

it('returns a file with guarded cells, and records the download', async () => {
  await guess(studentName, '192.0.2.5');
  await list();
  const answer = await fetch(`${platform.url}/api/audit/security.csv?kind=sign-in-failed`, {
    headers: { 'x-auth-token': admin.token },
  });
  expect(answer.headers.get('content-disposition')).toContain('security-events.csv');
  const lines = (await answer.text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`sign-in-failed,1,,${studentName},,192.0.2.5,POST /api/auth/session,SIGN_IN_FAILED`);
  await platform.settled();
  const { body } = await admin.get<AuditPage>('/audit?action=DataExported');
  expect(body.entries[0]!.changes).toEqual([{ field: 'exported', from: null, to: 'security-events' }]);
});

it('never makes the log grow, and limits the rows of a minute', async () => {
  const log = platform.app.get<Log>(LOG);
  const before = await log.findText('sign-in-failed');
  await Promise.all(Array.from({ length: 60 }, (_, n) => guess(`flood.${n}`, '198.51.100.1')));
  const { events } = await list({ limit: '200' });
  // At most two minutes, each with forty rows and one for the rest.
  expect(events.length).toBeLessThanOrEqual(82);
  expect(events.reduce((total, { count }) => total + count, 0)).toBe(60);
  expect(await log.findText('sign-in-failed')).toEqual(before);
});

it('keeps rows for 90 days, and beyond the limit removes the oldest without a person first', async () => {
  const table = platform.app.get(SecurityEventTable);
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
  const row = (days: number, userId: string | null) => ({
    id: uuidv7(),
    kind: 'sign-in-failed' as const,
    firstAt: daysAgo(days),
    lastAt: daysAgo(days),
    count: 1,
    actorId: null,
    userId,
    nameHmac: null,
    network: '192.0.2.9',
    address: '192.0.2.9',
    requestId: null,
    route: null,
    code: null,
  });
  const rows = [row(91, student.userId), row(89, student.userId), row(88, null), row(1, null)];
  await table.save(rows);
  const idsLeft = async () => (await list()).events.map(({ id }) => id);
  const sweep = platform.app.get(SweepSecurityEvents);
  await sweep.sweep();
  expect(await idsLeft()).toEqual([rows[3]!.id, rows[2]!.id, rows[1]!.id]);
  await sweep.sweep(undefined, 2);
  expect(await idsLeft()).toEqual([rows[3]!.id, rows[1]!.id]);
});
