import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { type Command, CommandBus } from '@nestjs/cqrs';
import type { AuditPage } from '../../../../contracts/audit.contract.js';
import type { Role } from '../../../../contracts/sign-in.contract.js';
import type { EnabledResponse, User } from '../../../../contracts/user.contract.js';
import type { Pool } from 'pg';
import { POOL } from '../../../../platform/database/pool.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { Commands } from '../../../../platform/eventsourcing/commands.js';
import { systemContext } from '../../../../platform/eventsourcing/system-context.js';
import { closeAll, connected, eventually, openLive } from '../../../../platform/live/testing/live-client.js';
import { TestClient } from '../../../../testing/test-client.js';
import { TestPlatform } from '../../../../testing/test-platform.js';
import {
  ChangeUserLimit,
  ChangeUserLimitHandler,
} from '../../../organizations/change-organization/change-organization.handlers.js';
import { OrganizationsQuery } from '../../../organizations/read-organizations/organizations.query.js';
import { TakeSeat } from '../../../organizations/seats/seats.commands.js';
import { ChangeUserRoleHandler } from './change-user-role.handler.js';
import { ChangeUserRole, DeleteUser } from './change-user.commands.js';
import { userStream } from '../../user.stream.js';
import { WithSeat } from '../with-seat.js';
import { DeleteUserHandler } from './delete-user.handler.js';

let platform: TestPlatform;
let root: TestClient;
let [organization, other]: string[] = [];
let [admin, foreignAdmin, player]: TestClient[] = [];

beforeAll(async () => {
  platform = await TestPlatform.start();
  root = await platform.admin();
  [organization, other] = [await platform.organization(), await platform.organization()];
  admin = await platform.person('OrganizationAdmin', organization);
  foreignAdmin = await platform.person('OrganizationAdmin', other);
});
afterAll(() => platform.stop());
beforeEach(async () => {
  player = await platform.person('User', organization!);
});
afterEach(closeAll);

const execute = (command: Command<unknown>) => platform.app.get(CommandBus).execute(command);
const context = () => systemContext(new Date());
const of = (client: TestClient | undefined) => `/users/${client!.userId}`;
const read = async (client: TestClient | undefined) => (await root.get<User>(of(client))).body;
const eventsOf = async (client: TestClient) =>
  (await platform.store.readStream(userStream.name(client.userId))).map(({ type }) => type);

/** Repeats a request until it returns the status, for at most ten seconds. */
async function soon(sendRequest: () => Promise<{ status: number }>, status: number): Promise<number> {
  const began = performance.now();
  while ((await sendRequest()).status !== status) {
    if (performance.now() - began > 10_000) throw new Error(`No response had the status ${status}`);
    await delay(20);
  }
  return performance.now() - began;
}
const isOut = (client: TestClient) => soon(() => client.get('/auth/session/roles'), 401);
const refreshed = (client: TestClient) => client.post('/auth/session/token', client.refreshToken);

async function seatedIn(organizationId: string): Promise<string[]> {
  const { rows } = await platform.app
    .get<Pool>(POOL)
    .query<{ id: string }>('select user_id as id from read.seats where organization_id = $1', [organizationId]);
  return rows.map(({ id }) => id);
}

/** Creates an organization whose five seats are taken. */
async function fullOrganization(): Promise<string> {
  const id = await platform.organization();
  await platform.app.get(ChangeUserLimitHandler).execute(new ChangeUserLimit(id, 5, context()));
  const strangers = Array.from({ length: 5 }, () => randomUUID());
  await execute(new TakeSeat(id, strangers, context()));
  return id;
}

describe('PUT /users/{id}', () => {
  it('changes the given fields, for the user, their admin and system admins', async () => {
    expect((await player!.put(of(player), { firstName: 'Ada' })).status).toBe(204);
    expect((await admin!.put(of(player), { id: player!.userId, lastName: 'Lovelace' })).status).toBe(204);
    await root.put(of(player), { rankTitle: ' Captain ' });
    expect(await read(player)).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', rankTitle: 'Captain' });
    const before = await eventsOf(player!);
    await root.put(of(player), { rankTitle: 'Captain', organizationId: organization });
    expect(await eventsOf(player!)).toEqual(before);
  });

  it('responds to others as if the user did not exist', async () => {
    const unknown = await foreignAdmin!.put(`/users/${randomUUID()}`, { firstName: 'Eve' });
    for (const client of [foreignAdmin!, await platform.person('Instructor', organization!)]) {
      const { problem } = await client.put(of(player), { firstName: 'Eve' });
      expect({ ...problem, requestId: '' }).toEqual({ ...unknown.problem, requestId: '' });
    }
    expect(unknown.status).toBe(404);
  });

  it.each([
    [{ roles: ['SystemAdmin'] }],
    [{ enabled: false }],
    [{ isPaid: true }],
    [{ username: 'root' }],
    [{ email: 'no address' }],
    [{ firstName: 'a'.repeat(101) }],
    [{ id: '0198c0de-0000-7000-8000-000000000001' }],
  ])('rejects other fields and invalid values: %j', async (body) => {
    expect((await root.put(of(player), body)).problem).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });

  it('gives an e-mail address to one user and frees it when they change it', async () => {
    const rival = await platform.person('User', organization!);
    const mine = `${randomUUID()}@example.org`;
    await admin!.put(of(player), { email: mine });
    expect((await admin!.put(of(rival), { email: mine.toUpperCase() })).problem).toMatchObject({
      status: 409,
      code: 'ALREADY_TAKEN',
      errors: { Email: ['Email is already registered.'] },
    });
    expect((await admin!.put(of(player), { email: mine.toUpperCase() })).status).toBe(204);
    await admin!.put(of(player), { email: `${randomUUID()}@example.org` });
    expect((await admin!.put(of(rival), { email: mine })).status).toBe(204);
    expect(await read(rival)).toMatchObject({ email: mine });
  });

  it('gives an e-mail address to only one of many concurrent requests', async () => {
    const rivals = await Promise.all(Array.from({ length: 4 }, () => platform.person('User', organization!)));
    const wanted = `${randomUUID()}@example.org`;
    const answers = await Promise.all(rivals.map((rival) => root.put(of(rival), { email: wanted })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409]);
  });

  it('limits an administrator to twenty registered addresses an hour', async () => {
    const prober = await platform.person('OrganizationAdmin', organization!);
    const taken = (await read(foreignAdmin)).email;
    const sendRequest = () => prober.put(of(player), { email: taken });
    for (let times = 0; times < 20; times += 1) expect((await sendRequest()).status).toBe(409);
    const refused = await sendRequest();
    expect([refused.status, refused.problem.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect((await prober.put(of(player), { firstName: 'Still' })).status).toBe(204);
  });

  it('moves a user, who must sign in again', async () => {
    expect((await root.put(of(player), { organizationId: other, firstName: 'Moved' })).status).toBe(204);
    expect(await read(player)).toMatchObject({ organizationId: other, firstName: 'Moved' });
    expect((await admin!.get(of(player))).status).toBe(404);
    await isOut(player!);
    await soon(() => refreshed(player!), 401);
    expect(await platform.store.readStream(`seats-${other}`)).toContainEqual(
      expect.objectContaining({ type: 'SeatTaken', data: { organizationId: other, userId: player!.userId } }),
    );
  });

  it('rejects a move without a free seat and releases the e-mail address', async () => {
    const full = await fullOrganization();
    const email = `${randomUUID()}@example.org`;
    const refused = await root.put(of(player), { organizationId: full, email });
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'USER_LIMIT_REACHED',
      title: 'The organization has reached its user limit.',
    });
    expect((await root.put(of(admin), { email })).status).toBe(204);
    expect(await read(player)).toMatchObject({ organizationId: organization });
    await root.put(`${of(player)}/enabled`, { enabled: false });
    expect((await root.put(of(player), { organizationId: full })).status).toBe(204);
    expect((await root.put(`${of(player)}/enabled`, { enabled: true })).problem.code).toBe('USER_LIMIT_REACHED');
  });

  it('never moves a disabled user into an organization that is deleted at the same time', async () => {
    await root.put(`${of(player)}/enabled`, { enabled: false });
    const id = await platform.organization();
    // The move arrives after the deletion has checked that the organization is not in use.
    const isInUse = jest.spyOn(OrganizationsQuery.prototype, 'isInUse');
    let moved: Promise<{ status: number }> | undefined;
    isInUse.mockImplementationOnce(async () => {
      moved = root.put(of(player), { organizationId: id });
      await moved;
      return false;
    });
    const deletion = await root.delete(`/organizations/${id}`);
    isInUse.mockRestore();
    expect([deletion.status, deletion.problem.code, (await moved!).status]).toEqual([409, 'ORGANIZATION_IN_USE', 204]);
    expect(await read(player)).toMatchObject({ organizationId: id, enabled: false });
    const deletedOrganization = await platform.organization();
    expect((await root.delete(`/organizations/${deletedOrganization}`)).status).toBe(204);
    expect((await root.put(of(player), { organizationId: deletedOrganization })).status).toBe(404);
  });

  it('lets only system admins move users, to existing organizations, and no instructors of courses', async () => {
    const instructor = await platform.person('Instructor', organization!);
    await platform.course(instructor, organization!);
    expect((await admin!.put(of(player), { organizationId: other })).status).toBe(403);
    expect((await player!.put(of(player), { organizationId: null })).status).toBe(403);
    expect((await admin!.put(of(player), { organizationId: organization })).status).toBe(204);
    expect((await root.put(of(player), { organizationId: randomUUID() })).status).toBe(404);
    expect((await root.put(of(instructor), { organizationId: other })).problem).toMatchObject({
      status: 409,
      code: 'INSTRUCTOR_OF_COURSES',
      title: 'User is the instructor of courses. Reassign them first.',
    });
  });
});

describe('PUT /users/{id}/enabled', () => {
  const toggle = (client: TestClient, whom: TestClient | undefined, body?: object, headers = {}) =>
    client.put<EnabledResponse>(`${of(whom)}/enabled`, body, headers);

  it('inverts the state, or sets it', async () => {
    expect((await toggle(admin!, player)).body).toEqual({ enabled: false });
    expect((await toggle(admin!, player, { enabled: false })).body).toEqual({ enabled: false });
    expect((await toggle(root, player)).body).toEqual({ enabled: true });
    expect(await eventsOf(player!)).toEqual(['UserRegistered', 'UserDisabled', 'UserEnabled']);
    expect((await toggle(root, player, { enabled: 'no' })).status).toBe(400);
  });

  it('replaces a class as the cause of disabling, so that the class cannot enable the user again', async () => {
    const { userId } = player!;
    const [stream, sessionId] = [userStream.of(userId), randomUUID()];
    const disable = { type: 'DisableWithClass', sessionId, organizationId: organization! } as const;
    await platform.app.get(Commands).handle(stream, disable, context());
    expect((await toggle(admin!, player, { enabled: false })).body).toEqual({ enabled: false });
    await platform.settled();
    const { body } = await root.get<AuditPage>(`/audit?targetType=user&targetId=${userId}&action=UserDisabled`);
    expect(body.entries[0]!.changes).toEqual([{ field: 'disabledBy', from: sessionId, to: 'admin' }]);
    expect((await toggle(admin!, player, { enabled: true })).body).toEqual({ enabled: true });
  });

  it('inverts the state once for each idempotency key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    expect((await toggle(root, player, undefined, key)).body).toEqual({ enabled: false });
    expect((await toggle(root, player, undefined, key)).body).toEqual({ enabled: false });
  });

  it('ends the sessions and sockets of the user for good', async () => {
    const { socket } = openLive(platform.url, player!.token);
    await connected(socket);
    await toggle(admin!, player);
    await isOut(player!);
    await eventually(() => (socket.connected ? undefined : true));
    await toggle(admin!, player);
    await soon(() => refreshed(player!), 401);
    await isOut(player!);
  });

  it('rejects a change of the own account', async () => {
    for (const client of [root, admin!]) {
      expect((await toggle(client, client)).problem).toMatchObject({ status: 409, code: 'OWN_ACCOUNT' });
    }
    expect((await toggle(player!, player)).status).toBe(403);
    expect((await toggle(foreignAdmin!, player)).status).toBe(404);
  });

  it('gives the last seat to only one of many', async () => {
    const id = await platform.organization();
    await platform.app.get(ChangeUserLimitHandler).execute(new ChangeUserLimit(id, 5, context()));
    await execute(
      new TakeSeat(
        id,
        Array.from({ length: 4 }, () => randomUUID()),
        context(),
      ),
    );
    const people = await Promise.all(Array.from({ length: 4 }, () => platform.person('User', null)));
    await Promise.all(people.map((person) => toggle(root, person, { enabled: false })));
    await Promise.all(people.map((person) => root.put(of(person), { organizationId: id })));
    const answers = await Promise.all(people.map((person) => toggle(root, person, { enabled: true })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });
});

describe('moving and enabling a disabled user at the same time', () => {
  const enable = () => root.put(`${of(player)}/enabled`, { enabled: true });
  const moveTo = (organizationId: string) => root.put(of(player), { organizationId });

  it.each([
    ['the move', 'runWithoutSeat', moveTo, enable],
    ['the enabling', 'runWithSeat', enable, moveTo],
  ] as const)('rejects %s when the other change overtakes it', async (_, method, late, overtaking) => {
    const full = await platform.organization(undefined, 5);
    for (let number = 0; number < 5; number += 1) await platform.person('User', full);
    await root.put(`${of(player)}/enabled`, { enabled: false });
    const run = WithSeat.prototype[method] as (...args: unknown[]) => Promise<never>;
    const spy = jest.spyOn(WithSeat.prototype, method).mockImplementation(async function (this: WithSeat, ...args) {
      spy.mockRestore();
      expect((await overtaking(full)).status).toBeLessThan(300);
      return run.apply(this, args);
    });
    expect((await late(full)).problem).toMatchObject({ status: 409, code: 'VERSION_CONFLICT' });
    await platform.settled();
    const { enabled, organizationId } = await read(player);
    expect({ enabled, organizationId }).toEqual(
      late === moveTo ? { enabled: true, organizationId: organization } : { enabled: false, organizationId: full },
    );
    expect(await seatedIn(full)).toHaveLength(5);
    expect(await seatedIn(organization!)).toEqual(
      late === moveTo ? expect.arrayContaining([player!.userId]) : expect.not.arrayContaining([player!.userId]),
    );
  });
});

describe('PUT /users/{id}/role/{role}', () => {
  const change = (client: TestClient, whom: TestClient | undefined, role: string) =>
    client.put(`${of(whom)}/role/${role}`);
  const rolesSeenBy = async (client: TestClient) => (await client.get<Role[]>('/auth/session/roles')).body;

  it('takes effect for the user immediately', async () => {
    for (const role of ['Instructor', 'OrganizationAdmin', 'SystemAdmin'] as const) {
      await player!.get('/auth/session/roles');
      expect((await change(root, player, role)).status).toBe(204);
      expect(await rolesSeenBy(player!)).toEqual([role]);
    }
  });

  it('ends the session of a user who loses rights', async () => {
    await change(root, player, 'Restricted');
    await isOut(player!);
    await soon(() => refreshed(player!), 401);
  });

  it.each([
    ['the same role', () => change(root, player, 'User'), 409, 'SAME_ROLE'],
    ['the role of the caller', () => change(admin!, admin, 'User'), 409, 'OWN_ACCOUNT'],
    ['an unknown role', () => change(root, player, 'Emperor'), 400, 'VALIDATION_FAILED'],
    ['SystemAdmin assigned by an organization admin', () => change(admin!, player, 'SystemAdmin'), 403, 'FORBIDDEN'],
    [
      'a change by an admin of another organization',
      () => change(foreignAdmin!, player, 'Instructor'),
      404,
      'NOT_FOUND',
    ],
    ['a change by a player', () => change(player!, admin, 'User'), 403, 'FORBIDDEN'],
  ])('rejects %s', async (_, sendRequest, status, code) => {
    expect((await sendRequest()).problem).toMatchObject({ status, code });
  });

  it('explains the refusal', async () => {
    expect((await change(root, player, 'User')).problem.title).toBe('User already has this role. No change made.');
    expect((await change(root, root, 'User')).problem.title).toBe(
      'You cannot change the role for the logged-in account',
    );
  });

  it('does not let an organization admin change a system admin', async () => {
    const member = await platform.person('SystemAdmin', organization!);
    expect((await change(admin!, member, 'User')).status).toBe(403);
    expect((await admin!.delete(of(member))).status).toBe(403);
    expect((await admin!.put(of(member), { firstName: 'Eve' })).status).toBe(403);
    expect((await admin!.put(`${of(member)}/enabled`)).status).toBe(403);
    expect((await change(root, member, 'User')).status).toBe(204);
  });

  it('rejects a change for an instructor of courses, also of one just created', async () => {
    const instructor = await platform.person('Instructor', organization!);
    await platform.course(instructor, organization!);
    expect((await change(admin!, instructor, 'User')).problem.code).toBe('INSTRUCTOR_OF_COURSES');
    expect((await admin!.delete(of(instructor))).problem.code).toBe('INSTRUCTOR_OF_COURSES');
  });

  it('keeps one system admin, also when two remove each other concurrently', async () => {
    const [one, two] = [await platform.person('SystemAdmin', null), await platform.person('SystemAdmin', null)];
    await platform.settled();
    const { rows } = await platform.app
      .get<Pool>(POOL)
      .query<{ id: string }>("select id from read.people where role = 'SystemAdmin' and id <> all ($1)", [
        [one.userId, two.userId],
      ]);
    const toRole = (userId: string, role: Role) =>
      platform.app.get(Commands).handle(userStream.of(userId), { type: 'ChangeRole', role }, context());
    for (const { id } of rows) await toRole(id, 'User');
    // Not over HTTP, because the slower request could be refused for a lost role.
    const actor = ({ userId }: TestClient): Actor => ({
      userId,
      username: 'admin',
      role: 'SystemAdmin',
      roles: ['SystemAdmin'],
      organizationId: null,
      familyId: randomUUID(),
    });
    const results = await Promise.allSettled([
      platform.app.get(ChangeUserRoleHandler).execute(new ChangeUserRole(actor(one), two.userId, 'User', context())),
      platform.app.get(DeleteUserHandler).execute(new DeleteUser(actor(two), one.userId, context())),
    ]);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refused).toEqual([expect.objectContaining({ code: 'LAST_SYSTEM_ADMIN', status: 409 })]);
    const lengths = await Promise.all([one, two].map(async (client) => (await eventsOf(client)).length));
    expect(lengths.toSorted()).toEqual([1, 2]);
    await toRole(root.userId, 'SystemAdmin');
    root = await platform.admin();
  });
});

describe('DELETE /users/{id}', () => {
  it('removes everything about the user except the user name, which stays reserved', async () => {
    const { username } = await read(player);
    const { status, headers } = await admin!.delete(of(player));
    expect([status, headers.get('x-log-position')]).toEqual([204, expect.any(String)]);
    expect((await admin!.get(of(player))).status).toBe(404);
    expect((await admin!.get<User[]>(`/users/admin-detailed?search=${username}`)).body).toEqual([]);
    expect((await admin!.delete(of(player))).status).toBe(404);
    await isOut(player!);
    await soon(() => refreshed(player!), 401);
    for (const change of ['', '/enabled', '/role/Instructor']) {
      expect((await root.put(`${of(player)}${change}`, change === '' ? {} : undefined)).status).toBe(404);
    }
  });

  it('rejects the deletion of the own account and of users elsewhere', async () => {
    expect((await admin!.delete(of(admin))).problem).toMatchObject({
      status: 409,
      title: 'You cannot delete the logged-in account',
    });
    expect((await foreignAdmin!.delete(of(player))).status).toBe(404);
    expect((await player!.delete(of(player))).status).toBe(403);
  });
});

describe('a reset by an admin', () => {
  const sendRequest = (by: 'admin' | 'link') =>
    platform.app
      .get(Commands)
      .handle(
        userStream.of(player!.userId),
        { type: 'RequestReset', by, expiresAt: new Date(Date.now() + 60_000).toISOString() },
        context(),
      );

  it('is shown and ends the sessions, unlike a reset by link', async () => {
    await sendRequest('link');
    await platform.settled();
    expect(await read(player)).toMatchObject({ resetPasswordPending: false });
    expect((await player!.get('/auth/session/roles')).status).toBe(200);
    await sendRequest('admin');
    await platform.settled();
    expect(await read(player)).toMatchObject({ resetPasswordPending: true });
    await isOut(player!);
  });
});

describe('PATCH /users/{userId}/groupSelection/latest/{groupId}', () => {
  it('stores a visible course for the caller or for a user they manage', async () => {
    const instructor = await platform.person('Instructor', organization!);
    const [course, foreign] = [
      await platform.course(instructor, organization!),
      await platform.course(await platform.person('Instructor', other!), other!),
    ];
    const select = (client: TestClient, whom: TestClient, groupId: string) =>
      client.patch(`${of(whom)}/groupSelection/latest/${groupId}`);
    expect((await select(instructor, instructor, course.id)).status).toBe(204);
    expect(await read(instructor)).toMatchObject({ lastGroupSelectionId: course.id });
    expect((await select(admin!, instructor, course.id)).status).toBe(204);
    expect((await select(player!, player!, course.id)).status).toBe(404);
    await player!.post('/groups/join', { code: course.password });
    expect((await select(player!, player!, course.id)).status).toBe(204);
    for (const groupId of [foreign.id, randomUUID()]) {
      expect((await select(instructor, instructor, groupId)).status).toBe(404);
    }
    for (const client of [player!, foreignAdmin!]) {
      expect((await select(client, instructor, course.id)).status).toBe(404);
    }
    expect((await select(root, instructor, 'none')).status).toBe(400);
  });
});
