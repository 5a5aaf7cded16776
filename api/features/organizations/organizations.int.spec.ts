import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import type { LiveRow } from '../../contracts/live.contract.js';
import type { Organization } from '../../contracts/organization.contract.js';
import { Commands } from '../../platform/eventsourcing/commands.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { closeAll, openLive, watch } from '../../platform/live/testing/live-client.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { until } from '../../testing/until.js';
import { type UserCommand, userStream } from '../people/user.stream.js';
import { organizationStream } from './organization.stream.js';
import { OrganizationsQuery } from './read-organizations/organizations.query.js';
import { ReleaseSeat, TakeSeat } from './seats/seats.commands.js';
import { seatsStream } from './seats.stream.js';

let platform: TestPlatform;
let admin: TestClient;
beforeAll(async () => {
  platform = await TestPlatform.start();
  admin = await platform.admin();
});
afterEach(closeAll);
afterAll(() => platform.stop());

const newName = () => `Orbit School ${randomUUID().slice(0, 8)}`;
const create = async (name = newName()) => (await admin.post<Organization>(`/organizations/${name}`)).body;
const list = async () => (await admin.get<Organization[]>('/organizations')).body;
const find = async (id: string) => (await list()).find((organization) => organization.id === id);
const change = (userId: string, command: UserCommand) =>
  platform.app.get(Commands).handle(userStream.of(userId), command, systemContext(new Date()));
const takeSeat = (organizationId: string, userId: string = uuidv7()) =>
  platform.app.get(CommandBus).execute(new TakeSeat(organizationId, [userId], systemContext(new Date())));

describe('creating an organization', () => {
  it('creates an unpaid organization with the smallest limit, found by its name in any spelling', async () => {
    const name = newName();
    expect((await admin.get(`/organizations/names/${encodeURIComponent(name)}`)).body).toBe('');
    const created = await admin.post<Organization>(`/organizations/${encodeURIComponent(` ${name} `)}`);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String) as string,
      name,
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      isPaid: false,
      userLimit: 5,
      activeUsers: 0,
      recordsClasses: true,
    });
    const found = await admin.get(`/organizations/names/${encodeURIComponent(name.toUpperCase())}`);
    expect(found.body).toEqual(created.body);
    expect(await find(created.body.id)).toEqual(created.body);
  });

  it('rejects a taken name', async () => {
    const { name } = await create();
    expect((await admin.post(`/organizations/${name.toLowerCase()}`)).problem).toMatchObject({
      status: 409,
      code: 'ALREADY_TAKEN',
      title: 'Organization name is already taken.',
    });
  });

  it.each(['a%2Fb', '..%2F..', 'a%00b', '%20', 'x'.repeat(101)])('rejects the name %s', async (name) => {
    expect((await admin.post(`/organizations/${name}`)).status).toBe(400);
    expect((await admin.get(`/organizations/names/${name}`)).status).toBe(400);
  });
});

describe('changing an organization', () => {
  it('marks paid and unpaid, and changes the limit in steps', async () => {
    const { id } = await create();
    expect((await admin.put(`/organizations/${id}/status?isPaid=true`)).status).toBe(204);
    expect((await admin.put(`/organizations/${id}/userlimit?userLimit=500`)).status).toBe(204);
    expect(await find(id)).toMatchObject({ isPaid: true, userLimit: 500 });
    await admin.put(`/organizations/${id}/status?isPaid=false`);
    expect(await find(id)).toMatchObject({ isPaid: false, userLimit: 500 });
    for (const limit of ['0', '', '7', '4', '1005', '-5', '5.5', 'many']) {
      const { problem } = await admin.put(`/organizations/${id}/userlimit?userLimit=${limit}`);
      expect(problem.status).toBe(400);
      expect(problem.errors?.UserLimit).toEqual(['The user limit must be between 5 and 1000 in steps of 5.']);
    }
    expect((await admin.put(`/organizations/${id}/status?isPaid=1`)).status).toBe(400);
    expect((await admin.put(`/organizations/${uuidv7()}/status?isPaid=true`)).status).toBe(404);
  });

  it('accepts a limit below the present use, which disables nobody and rejects new users', async () => {
    const id = await platform.organization();
    await Promise.all(Array.from({ length: 6 }, () => platform.person('User', id)));
    expect((await admin.put(`/organizations/${id}/userlimit?userLimit=5`)).status).toBe(204);
    expect(await find(id)).toMatchObject({ userLimit: 5, activeUsers: 6 });
    await expect(takeSeat(id)).rejects.toMatchObject({ code: 'USER_LIMIT_REACHED' });
  });

  it('ends the sessions of an organization that becomes unpaid, for good, and no others', async () => {
    const id = await platform.organization();
    const [member, stranger] = [await platform.person('User', id), await platform.person('User', null)];
    await admin.put(`/organizations/${id}/status?isPaid=false`);
    await admin.put(`/organizations/${id}/status?isPaid=true`);
    await until(async () => (await member.get('/auth/session/roles')).status === 401);
    expect((await stranger.get('/auth/session/roles')).status).toBe(200);
  });
});

describe('visibility of organizations', () => {
  it('shows all fields to system admins and its own admins, the name to members, and nothing to others', async () => {
    const id = await platform.organization();
    const [orgAdmin, player, stranger] = await Promise.all([
      platform.person('OrganizationAdmin', id),
      platform.person('User', id),
      platform.person('OrganizationAdmin', await platform.organization()),
    ]);
    await platform.settled();
    const whole = await find(id);
    expect(whole).toMatchObject({ activeUsers: 2, userLimit: 1_000, isPaid: true });
    expect((await admin.get(`/organizations/${id}`)).body).toEqual(whole);
    expect((await orgAdmin.get(`/organizations/${id}`)).body).toEqual(whole);
    expect((await player.get(`/organizations/${id}`)).body).toEqual({ id, name: whole!.name });
    const [foreign, unknown] = [
      await stranger.get(`/organizations/${id}`),
      await stranger.get(`/organizations/${uuidv7()}`),
    ];
    expect(foreign.problem).toMatchObject({ status: 404 });
    expect({ ...foreign.problem, requestId: '' }).toEqual({ ...unknown.problem, requestId: '' });
  });

  it.each(['OrganizationAdmin', 'Instructor', 'User'] as const)(
    'does not let a %s list or change them',
    async (role) => {
      const id = await platform.organization();
      const client = await platform.person(role, id);
      const answers = await Promise.all([
        client.get('/organizations'),
        client.get('/organizations/names/x'),
        client.post('/organizations/x'),
        client.delete(`/organizations/${id}`),
        client.put(`/organizations/${id}/status?isPaid=true`),
        client.put(`/organizations/${id}/userlimit?userLimit=10`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
      const { socket } = openLive(platform.url, client.token);
      expect(await watch(socket, { topic: 'organizations', id: 'all' })).toEqual({ ok: false, code: 'not-found' });
    },
  );
});

describe('deleting an organization', () => {
  const inUse = { status: 409, code: 'ORGANIZATION_IN_USE', title: 'Organization still has users or courses.' };

  it('removes an empty organization and frees its name', async () => {
    const { id, name } = await create();
    expect((await admin.delete(`/organizations/${id}`)).status).toBe(204);
    expect(await find(id)).toBeUndefined();
    expect((await admin.get(`/organizations/${id}`)).status).toBe(404);
    expect((await admin.delete(`/organizations/${id}`)).status).toBe(404);
    expect((await admin.get(`/organizations/names/${name}`)).body).toBe('');
    expect((await admin.post<Organization>(`/organizations/${name}`)).status).toBe(201);
    expect((await admin.put(`/organizations/${id}/status?isPaid=true`)).status).toBe(404);
  });

  it('is repeated with its key, and leaves a new organization of the same name alone', async () => {
    const { id, name } = await create();
    const remove = (key: string) =>
      admin.request('DELETE', `/organizations/${id}`, undefined, { 'idempotency-key': key });
    expect((await Promise.all([remove('once'), remove('once')])).map(({ status }) => status)).toEqual([204, 204]);
    const next = await create(name);
    expect((await remove('once')).status).toBe(204);
    expect((await remove('another')).status).toBe(404);
    expect((await admin.get(`/organizations/names/${name}`)).body).toMatchObject({ id: next.id });
  });

  it('is rejected while it has a user, enabled or disabled', async () => {
    const id = await platform.organization();
    const { userId } = await platform.person('User', id);
    expect((await admin.delete(`/organizations/${id}`)).problem).toMatchObject(inUse);
    await change(userId, { type: 'Disable', cause: 'admin' });
    await until(async () => (await platform.store.readStream(seatsStream.name(id))).length === 2);
    expect((await admin.delete(`/organizations/${id}`)).problem).toMatchObject(inUse);
    await change(userId, { type: 'Delete' });
    expect((await admin.delete(`/organizations/${id}`)).status).toBe(204);
  });

  it('is rejected while it has a course', async () => {
    const id = await platform.organization();
    const instructor = await platform.person('Instructor', id);
    await platform.course(instructor, id);
    await change(instructor.userId, { type: 'Delete' });
    await until(async () => (await platform.store.readStream(seatsStream.name(id))).length === 2);
    expect((await admin.delete(`/organizations/${id}`)).problem).toMatchObject(inUse);
  });

  it('waits until the seat of a user who left is released', async () => {
    const id = await platform.organization();
    const userId = uuidv7();
    await takeSeat(id, userId);
    const isInUse = jest.spyOn(OrganizationsQuery.prototype, 'isInUse');
    const deletion = admin.delete(`/organizations/${id}`);
    await until(() => Promise.resolve(isInUse.mock.calls.length > 0));
    isInUse.mockRestore();
    await platform.app.get(CommandBus).execute(new ReleaseSeat(id, [userId], systemContext(new Date())));
    expect((await deletion).status).toBe(204);
  });

  it('never succeeds together with a concurrently taken seat', async () => {
    const rounds = Array.from({ length: 12 }, async () => {
      const id = await platform.organization();
      const [deletion, seat] = await Promise.all([
        admin.delete(`/organizations/${id}`),
        takeSeat(id).then(
          () => 'taken',
          () => 'refused',
        ),
      ]);
      expect([deletion.status, seat]).toEqual(deletion.status === 204 ? [204, 'refused'] : [409, 'taken']);
    });
    await Promise.all(rounds);
  });

  it('is completed by the reactor when the request stopped after closing the seats', async () => {
    const id = await platform.organization();
    const event = { type: 'SeatsClosed', data: { organizationId: id } };
    const { metadata } = systemContext(new Date());
    await platform.store.appendToStream(seatsStream.name(id), 'no-stream', [{ ...event, eventId: uuidv7(), metadata }]);
    await until(
      async () => (await platform.store.readStream(organizationStream.name(id))).at(-1)?.type === 'OrganizationDeleted',
    );
  });
});

it('sends changes to a watching system admin, from the position of the list', async () => {
  const id = await platform.organization();
  const { userId } = await platform.person('User', id);
  await platform.settled();
  const { headers } = await admin.get<Organization[]>('/organizations');
  const { socket, changes } = openLive(platform.url, admin.token);
  const since = Number(headers.get('x-live-sequence'));
  const generation = Number(headers.get('x-live-generation'));
  expect(await watch(socket, { topic: 'organizations', id: 'all', since, generation })).toMatchObject({
    ok: true,
    full: false,
    rows: [],
  });
  const last = () => changes.flatMap(({ rows }) => rows as LiveRow<Organization>[]).findLast(({ key }) => key === id);
  await change(userId, { type: 'Update', profile: {}, organizationId: null });
  await until(() => last()?.value?.activeUsers === 0);
  await admin.put(`/organizations/${id}/status?isPaid=false`);
  await until(() => last()?.value?.isPaid === false);
  await admin.delete(`/organizations/${id}`);
  await until(() => last()?.value === null);
});

it('lists organizations in natural order', async () => {
  const names = ['crew 2', 'Crew 10', 'crew 100'].map((name) => `${name} of the order`);
  for (const name of names.toReversed()) await create(name);
  await platform.settled();
  const listed = (await list()).map(({ name }) => name);
  expect(listed.filter((name) => names.includes(name))).toEqual(names);
});

it('returns the total', async () => {
  await create();
  const { body, headers } = await admin.get<Organization[]>('/organizations');
  expect(headers.get('x-total-count')).toBe(String(body.length));
});

it('sends changes in pages, in the order of the changes, and never splits a move', async () => {
  // Sorted by name, they would be in another order.
  const [first, from, to, last] = [
    await create(`Z ${newName()}`),
    await platform.organization(`Y ${newName()}`),
    await platform.organization(`X ${newName()}`),
    await create(`A ${newName()}`),
  ];
  const { userId } = await platform.person('User', from);
  await platform.settled();
  const query = platform.app.get(OrganizationsQuery);
  const { sequence: since } = await query.changedSince(0);
  await admin.put(`/organizations/${first.id}/status?isPaid=true`);
  await change(userId, { type: 'Update', profile: {}, organizationId: to });
  await admin.delete(`/organizations/${last.id}`);
  await platform.settled();
  const parts: string[][] = [];
  let part = await query.changedSince(since, 2);
  for (;;) {
    parts.push(part.rows.map(({ key }) => key));
    if (!part.hasMore) break;
    part = await query.changedSince(part.sequence, 2);
  }
  expect(parts.map((keys) => keys.toSorted())).toEqual([[first.id, from, to].toSorted(), [last.id]]);
  expect(part.rows).toMatchObject([{ key: last.id, value: null }]);
});
