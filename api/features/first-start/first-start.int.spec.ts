import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { AuditPage } from '../../contracts/audit.contract.js';
import type { CourseListing } from '../../contracts/group.contract.js';
import type { Gradebook } from '../../contracts/gradebook.contract.js';
import type { AccessCode } from '../../contracts/access-code.contract.js';
import type { Sandbox } from '../../contracts/sandbox.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { Claims } from '../../platform/eventsourcing/claims.js';
import { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { courseCodeOf } from '../courses/create-course/course-code.js';
import { demoAccounts, type DemoAccount } from './demo-accounts.js';
import { SeedDemo } from './seed-demo.js';

let dataDir: string;
let platform: TestPlatform;
let accounts: readonly DemoAccount[];
let listings: CourseListing[];

const signIn = (username: string): Promise<TestClient> =>
  TestClient.signIn(platform.url, username, accounts.find((each) => each.username === username)!.password);

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'ready-room-first-start-'));
  platform = await TestPlatform.start({ demo: true, bootstrapAdmin: undefined, dataDir });
  ({ accounts } = await demoAccounts(dataDir));
  await platform.settled();
  listings = (await (await signIn('instructor')).get<CourseListing[]>('/groups/listings')).body;
});
afterAll(async () => {
  await platform.stop();
  rmSync(dataDir, { recursive: true });
});

it('creates a course for today, and one with two ended classes', async () => {
  const [today, past] = listings;
  expect([today!.name, today!.active, today!.last, today!.memberCount]).toEqual([
    'Rendezvous Fundamentals',
    null,
    null,
    0,
  ]);
  expect(past!.last?.name).toBe('Space Operations Readiness - Class 2');
  expect(Date.parse(past!.last!.endDate!)).toBeLessThan(Date.now() - 5 * 86_400_000);
});

it('fills the gradebook of the last class, with names', async () => {
  const { body } = await (await signIn('instructor')).get<Gradebook>(`/sessions/${listings[1]!.last!.id}/gradebook`);
  expect(body.students).toHaveLength(30);
  expect(body.students.map(({ value }) => value!.firstName)).toContain('Amara');
  expect(body.userIds).toHaveLength(30);
});

it('fills the audit with the past, at the times of the past', async () => {
  const { body } = await (await signIn('admin')).get<AuditPage>('/audit?action=UserRoleChanged');
  expect(body.entries.map(({ actor, target }) => [actor?.username, target.name])).toEqual([
    ['admin', 'thollis'],
    ['orgadmin', 'thollis'],
  ]);
  expect(Date.parse(body.entries.at(-1)!.occurredAt)).toBeLessThan(Date.now() - 30 * 86_400_000);
});

it('creates access codes and sandboxes', async () => {
  const admin = await signIn('admin');
  const codes = (await admin.get<AccessCode[]>('/users/accessCodes')).body;
  expect(codes.map(({ assignedOrganization }) => assignedOrganization?.name ?? null).toSorted()).toEqual([
    'Demo Squadron',
    null,
  ]);
  expect((await admin.get<Sandbox[]>('/sandboxes')).body.map(({ userName }) => userName)).toContain('student01');
});

it('encrypts the names of its people in the log', async () => {
  const text = await platform.textOf(['log.events']);
  for (const name of ['student01', 'Okafor', 'thollis', 'Hollis']) expect(text).not.toContain(name);
});

it('sends no mail and leaves no pending claim', async () => {
  expect(readdirSync(dataDir)).not.toContain('outbox');
  const { rows } = await platform.app
    .get<Pool>(POOL)
    .query("select count(*)::integer from plain.claims where state = 'pending'");
  expect(rows).toEqual([{ count: 0 }]);
});

it('changes nothing when an interrupted start is repeated', async () => {
  const head = await platform.store.head();
  await platform.app.get(SeedDemo).run(accounts);
  expect(await platform.store.head()).toEqual(head);
  expect(JSON.parse(readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8'))).toEqual(accounts);
});

it('confirms its claims when a start was interrupted after its events were written', async () => {
  const pool = platform.app.get<Pool>(POOL);
  const past = "owner_id <> (select course_id from read.courses where name = 'Rendezvous Fundamentals')";
  const pending = async () =>
    (await pool.query<{ kind: string }>(`select kind from plain.claims where state = 'pending' and ${past}`)).rows;
  const { rowCount } = await pool.query(
    `update plain.claims set state = 'pending', expires_at = now() + interval '10 minutes' where ${past}`,
  );
  expect(rowCount).toBeGreaterThan(accounts.length);
  await platform.app.get(SeedDemo).run(accounts);
  expect(await pending()).toEqual([]);
});

it('derives course codes from the HMAC key', async () => {
  const { rows } = await platform.app
    .get<Pool>(POOL)
    .query<{ id: string; code: string }>(
      "select course_id as id, code from read.courses where name = 'Space Operations Readiness'",
    );
  const [course] = rows;
  const bytes = platform.app.get(Claims).hmac('new-course-code', course!.id);
  expect(course!.code).toBe(courseCodeOf(bytes));
});
