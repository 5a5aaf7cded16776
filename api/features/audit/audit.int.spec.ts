import { randomInt, randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { AuditEntry, AuditPage, AuditState } from '../../contracts/audit.contract.js';
import type { DomainEvent, RecordedEvent } from '../../platform/eventsourcing/message.js';
import { sampleMetadata } from '../../platform/eventsourcing/testing/sample-events.js';
import type { FastifyReply } from 'fastify';
import { Downloads } from '../../platform/downloads/downloads.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { organizationStream } from '../organizations/organization.stream.js';
import { userStream } from '../people/user.stream.js';

let platform: TestPlatform;
let admin: TestClient;
let organization: string;
let elsewhere: string;
let manager: TestClient;
let student: TestClient;
let newcomer: TestClient;

beforeAll(async () => {
  platform = await TestPlatform.start();
  admin = await platform.admin();
  organization = await platform.organization('Orbit School');
  elsewhere = await platform.organization('Range');
  manager = await platform.person('OrganizationAdmin', organization);
  student = await platform.person('User', organization);
  newcomer = await platform.person('User', elsewhere);
  await record(userStream.name(student.userId), manager, [
    { type: 'UserProfileChanged', data: profile(student, { firstName: 'Samantha', rankTitle: '=Captain' }) },
    { type: 'UserRoleChanged', data: { userId: student.userId, from: 'User', to: 'Restricted' } },
    { type: 'UserDisabled', data: { userId: student.userId, cause: 'admin' } },
  ]);
  await record(userStream.name(newcomer.userId), admin, [
    { type: 'UserMovedToOrganization', data: { userId: newcomer.userId, from: elsewhere, to: organization } },
  ]);
});
afterAll(() => platform.stop());

const profile = ({ userId }: TestClient, changes: object) => ({
  userId,
  email: `${userId}@example.org`,
  firstName: 'Sam',
  lastName: 'Example',
  rankTitle: '',
  emailHmac: 'ab',
  ...changes,
});

/** Appends events like their features, each in its own transaction. */
async function record(stream: string, by: TestClient, events: readonly DomainEvent[]): Promise<void> {
  const role = by === admin ? 'SystemAdmin' : 'OrganizationAdmin';
  const past = await platform.store.readStream(stream);
  let version = past.length - 1;
  for (const { type, data } of events) {
    const metadata = sampleMetadata({ actorId: by.userId, actorRole: role, address: '203.0.113.9' });
    await platform.store.appendToStream(stream, version, [{ eventId: randomUUID(), type, data, metadata }]);
    version += 1;
  }
  await platform.settled();
}

const list = (client: TestClient, query: Record<string, string>) =>
  client.get<AuditPage>(`/audit?${new URLSearchParams(query)}`);
const actions = (entries: readonly AuditEntry[]) => entries.map(({ action }) => action);
const ofStudent = () => ({ targetType: 'user', targetId: student.userId });

describe('GET /audit', () => {
  it('returns actor, target and changes of each event, newest first', async () => {
    const { body } = await list(admin, { ...ofStudent(), actorId: manager.userId });
    expect(actions(body.entries)).toEqual(['UserDisabled', 'UserRoleChanged', 'UserProfileChanged']);
    const [disabled, role, names] = body.entries;
    expect(role).toMatchObject({
      actor: {
        id: manager.userId,
        username: expect.stringContaining('organizationadmin') as string,
        role: 'OrganizationAdmin',
      },
      target: { type: 'user', id: student.userId, name: expect.stringContaining('user.') as string },
      changes: [{ field: 'role', from: 'User', to: 'Restricted' }],
      organization: { id: organization, name: 'Orbit School' },
      requestId: expect.any(String) as string,
      address: '203.0.113.9',
    });
    expect(role!.occurredAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(disabled!.changes).toEqual([
      { field: 'enabled', from: true, to: false },
      { field: 'disabledBy', from: null, to: 'admin' },
    ]);
    expect(names!.changes).toEqual([
      { field: 'email', from: expect.stringContaining('user.') as string, to: `${student.userId}@example.org` },
      { field: 'firstName', from: 'Sam', to: 'Samantha' },
      { field: 'rankTitle', from: null, to: '=Captain' },
    ]);
  });

  it('names organizations, and shows the organization that a target had at that time', async () => {
    const { body } = await list(admin, { targetType: 'user', targetId: newcomer.userId });
    const moved = body.entries.find(({ action }) => action === 'UserMovedToOrganization')!;
    expect(moved.changes).toEqual([{ field: 'organization', from: 'Range', to: 'Orbit School' }]);
    expect(moved.organization!.name).toBe('Orbit School');
    expect(body.entries.at(-1)).toMatchObject({ action: 'UserRegistered', organization: { name: 'Range' } });
  });

  it('lists the deletion of a sandbox by another person under its owner', async () => {
    const owner = await platform.person('User', organization);
    const draft = { title: 'Secret plan', data: 1 };
    const { id } = (await owner.post<{ id: string }>('/sandboxes', draft)).body;
    expect((await admin.delete(`/sandboxes/${id}`)).status).toBe(204);
    await platform.settled();
    const { body } = await list(admin, { targetType: 'user', targetId: owner.userId, action: 'SandboxDeleted' });
    expect(body.entries).toMatchObject([
      { actor: { id: admin.userId }, changes: [{ field: 'deletedSandbox', from: null, to: id }] },
    ]);
    expect(JSON.stringify(body)).not.toContain('Secret plan');
  });

  it('returns every entry once, page by page', async () => {
    const all = (await list(admin, { limit: '200' })).body;
    expect(all.nextCursor).toBeNull();
    const paged: AuditEntry[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: AuditPage } = await list(admin, { limit: '7', ...(cursor && { cursor }) });
      paged.push(...body.entries);
      cursor = body.nextCursor;
    }
    expect(paged).toEqual(all.entries);
    expect(new Set(paged.map(({ id }) => id)).size).toBe(paged.length);
  });

  it('filters by action and time', async () => {
    const created = (await list(admin, { action: 'OrganizationCreated' })).body.entries;
    expect(created.map(({ target }) => target.name)).toEqual(['Range', 'Orbit School']);
    expect((await list(admin, { to: '2020-01-01T00:00:00Z' })).body.entries).toEqual([]);
    const [newest] = (await list(admin, { from: '2020-01-01T00:00:00Z', limit: '1' })).body.entries;
    expect(newest).toEqual((await list(admin, { limit: '1' })).body.entries[0]);
  });

  it('shows an organization admin one target of the own organization, without addresses', async () => {
    const { status, body } = await list(manager, ofStudent());
    expect(status).toBe(200);
    expect(actions(body.entries)).toContain('UserRoleChanged');
    expect(body.entries.every(({ address }) => address === null)).toBe(true);
    const own = await list(manager, { targetType: 'organization', targetId: organization });
    expect(actions(own.body.entries)).toEqual(
      expect.arrayContaining(['OrganizationMarkedPaid', 'OrganizationCreated']),
    );
  });

  it('hides the earlier history of a newcomer from an organization admin', async () => {
    const { body } = await list(manager, { targetType: 'user', targetId: newcomer.userId });
    expect(actions(body.entries)).toEqual(['UserMovedToOrganization']);
  });

  it.each([
    ['no target', {}, 400],
    ['another organization', { targetType: 'organization', targetId: () => elsewhere }, 404],
    ['a user without an organization', { targetType: 'user', targetId: () => admin.userId }, 404],
    ['an unknown user', { targetType: 'user', targetId: randomUUID }, 404],
    ['the platform', { targetType: 'platform', targetId: () => 'platform' }, 404],
  ])('rejects an organization admin: %s', async (_, query, status) => {
    const asked = Object.entries(query).map(([key, value]): [string, string] => [
      key,
      typeof value === 'function' ? value() : value,
    ]);
    const answers = ['/audit', '/audit.csv', '/audit/state'].map(async (path) => {
      const more = path.endsWith('state') ? [['at', '2026-01-01T00:00:00Z'] as [string, string]] : [];
      return (await manager.get(`${path}?${new URLSearchParams([...asked, ...more])}`)).status;
    });
    const [page, file, state] = await Promise.all(answers);
    const isPlatform = asked.some(([, value]) => value === 'platform');
    expect([page, file, state]).toEqual([status, status, isPlatform ? 400 : status]);
  });

  it('rejects other roles and invalid cursors', async () => {
    const person = await platform.person('Instructor', organization);
    expect((await list(person, ofStudent())).status).toBe(403);
    expect((await list(admin, { cursor: "1.1' or true" })).status).toBe(400);
  });
});

it('GET /audit.csv returns a file with guarded cells', async () => {
  const response = await fetch(`${platform.url}/api/audit.csv?${new URLSearchParams(ofStudent())}`, {
    headers: { 'x-auth-token': admin.token },
  });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="audit.csv"/);
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
  expect(text.startsWith('\ufeffTime (UTC),Done by,')).toBe(true);
  const lines = text.trimEnd().split('\r\n');
  const page = (await list(admin, { ...ofStudent(), limit: '200' })).body.entries;
  expect(lines).toHaveLength(page.length + 1);
  expect(lines.find((line) => line.includes('UserProfileChanged'))).toContain('rankTitle:  → =Captain');
  expect(text).not.toMatch(/(^|,)[=+@]/m);
});

it('GET /audit.csv records the export and limits it like other downloads', async () => {
  const recorded = async () => {
    await platform.settled();
    const { body } = await list(admin, { action: 'DataExported', actorId: admin.userId });
    return body.entries.flatMap(({ changes }) => changes);
  };
  const before = await recorded();
  expect((await admin.get('/audit.csv')).status).toBe(200);
  const after = await recorded();
  expect(after.slice(0, after.length - before.length)).toEqual([{ field: 'exported', from: null, to: 'audit' }]);

  const running = [new EventEmitter(), new EventEmitter()];
  const downloads = platform.app.get(Downloads, { strict: false });
  for (const raw of running) downloads.admit(admin.userId, { raw } as unknown as FastifyReply);
  expect((await admin.get('/audit.csv')).status).toBe(429);
  expect(await recorded()).toEqual(after);
  for (const raw of running) raw.emit('close');
  expect((await admin.get('/audit.csv')).status).toBe(200);
});

describe('GET /audit/state', () => {
  const state = (query: Record<string, string>) =>
    admin.get<AuditState>(`/audit/state?${new URLSearchParams(query)}`).then(({ body }) => body);

  type Facts = Record<string, unknown>;

  /** Returns the value from the newest event before the moment, computed for one attribute at a time. */
  function newest(
    events: readonly RecordedEvent[],
    at: Date,
    types: readonly string[],
    value: (data: Facts, type: string) => unknown,
  ): unknown {
    const last = events.findLast(({ type, recordedAt }) => types.includes(type) && new Date(recordedAt) <= at);
    return last && value(last.data as Facts, last.type);
  }

  it('equals a fold of the log up to that time, at 100 random moments', async () => {
    const person = await platform.person('User', organization);
    const { userId } = person;
    const began = Date.now() - 50;
    for (let turn = 0; turn < 8; turn += 1) {
      await record(userStream.name(userId), admin, [
        {
          type: turn % 2 === 0 ? 'UserDisabled' : 'UserEnabled',
          data: { userId, ...(turn % 2 === 0 && { cause: 'admin' }) },
        },
        { type: 'UserRoleChanged', data: { userId, from: 'User', to: turn % 3 === 0 ? 'Instructor' : 'User' } },
        {
          type: 'UserMovedToOrganization',
          data: { userId, from: null, to: turn % 2 === 0 ? elsewhere : organization },
        },
      ]);
      await record(organizationStream.name(elsewhere), admin, [
        {
          type: turn % 2 === 0 ? 'OrganizationMarkedUnpaid' : 'OrganizationMarkedPaid',
          data: { organizationId: elsewhere },
        },
        { type: 'OrganizationUserLimitChanged', data: { organizationId: elsewhere, userLimit: 5 * (turn + 2) } },
      ]);
    }
    await record(userStream.name(userId), admin, [{ type: 'UserDeleted', data: { userId } }]);
    const ended = Date.now() + 50;
    const people = await platform.store.readStream(userStream.name(userId));
    const organizations = await platform.store.readStream(organizationStream.name(elsewhere));
    const seen = new Set<string>();
    for (let look = 0; look < 50; look += 1) {
      const at = new Date(randomInt(began, ended));
      const [user, organizationThen] = await Promise.all([
        state({ targetType: 'user', targetId: userId, at: at.toISOString() }),
        state({ targetType: 'organization', targetId: elsewhere, at: at.toISOString() }),
      ]);
      const exists = newest(people, at, ['UserRegistered', 'UserDeleted'], (_, type) => type === 'UserRegistered');
      const roles = ['UserRegistered', 'UserRoleChanged'];
      const places = ['UserRegistered', 'UserMovedToOrganization'];
      const switches = ['UserRegistered', 'UserEnabled', 'UserDisabled'];
      const place = newest(people, at, places, ({ organizationId, to }) => organizationId ?? to);
      expect(user).toEqual(
        exists
          ? {
              targetType: 'user',
              role: newest(people, at, roles, (data) => data['role'] ?? data['to']),
              enabled: newest(people, at, switches, (_, type) => type !== 'UserDisabled'),
              organizationId: place,
              organizationName: place === elsewhere ? 'Range' : 'Orbit School',
            }
          : null,
      );
      expect(organizationThen).toEqual({
        targetType: 'organization',
        name: 'Range',
        isPaid: newest(
          organizations,
          at,
          ['OrganizationMarkedPaid', 'OrganizationMarkedUnpaid'],
          (_, type) => type === 'OrganizationMarkedPaid',
        ),
        userLimit: newest(
          organizations,
          at,
          ['OrganizationCreated', 'OrganizationUserLimitChanged'],
          ({ userLimit }) => userLimit,
        ),
      });
      seen.add(JSON.stringify(user) + JSON.stringify(organizationThen));
    }
    expect(seen.size).toBeGreaterThan(5);
  });

  it('is null before the first event, and for an organization admin while the user was elsewhere', async () => {
    expect(await state({ ...ofStudent(), at: '2020-01-01T00:00:00Z' })).toBeNull();
    const [moved] = (await list(admin, { targetType: 'user', targetId: newcomer.userId })).body.entries;
    expect(moved!.action).toBe('UserMovedToOrganization');
    const [registered] = await platform.store.readStream(userStream.name(newcomer.userId));
    const readState = (at: string) =>
      manager.get<AuditState>(
        `/audit/state?${new URLSearchParams({ targetType: 'user', targetId: newcomer.userId, at })}`,
      );
    expect((await readState(registered!.recordedAt)).body).toBeNull();
    expect((await readState('2099-01-01T00:00:00Z')).body).toMatchObject({ organizationName: 'Orbit School' });
  });
});
