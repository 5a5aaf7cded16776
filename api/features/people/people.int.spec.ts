import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import type { Role } from '../../contracts/sign-in.contract.js';
import type { User } from '../../contracts/user.contract.js';
import { Credentials } from '../../platform/auth/credentials.js';
import { RIGHTS_SOURCE, type RightsSource } from '../../platform/auth/rights.js';
import { createTestEngine, signedIn, type TestEngine } from '../../platform/auth/testing/test-engine.js';
import { POOL } from '../../platform/database/pool.js';
import type { Pool } from 'pg';
import { Claims } from '../../platform/eventsourcing/claims.js';
import { Commands } from '../../platform/eventsourcing/commands.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { LOG, type Log } from '../../platform/eventsourcing/log.js';
import { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import type { ProjectedEvent, Projection } from '../../platform/eventsourcing/projection.js';
import { StreamSet } from '../../platform/eventsourcing/stream-set.js';
import { golden } from '../../testing/golden-events.js';
import { sampleEvent, sampleMetadata } from '../../platform/eventsourcing/testing/sample-events.js';
import { sendRequest } from '../../platform/http/testing/send-request.js';
import { JobsModule } from '../../platform/jobs/jobs.module.js';
import { LiveModule } from '../../platform/live/live.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { coursesProjection } from '../courses/courses.projection.js';
import { rostersProjection } from '../courses/rosters.projection.js';
import { organizationStream } from '../organizations/organization.stream.js';
import { findPerson, listMembers, peopleByIds } from './people.query.js';
import { PeopleModule } from './people.module.js';
import { UserAdministrationModule } from './user-administration/user-administration.module.js';
import { peopleProjection } from './people.projection.js';
import { RegisterUser } from './register-user/register-user.command.js';
import { type UserCommand, userStream } from './user.stream.js';
import type { UserEvent } from './user.events.js';

/** Stand-in for the read model of organizations, which belongs to another feature. */
const organizations: Projection = {
  name: 'organizations',
  version: 1,
  handles: [],
  tables: ['organizations_v1'],
  schema: 'create table organizations_v1 (id uuid primary key, name text, is_paid boolean)',
  apply: async () => [],
};

const [courses, rosters] = [coursesProjection, rostersProjection] as unknown as Projection[];

let platform: TestEngine;
let pool: Pool;
let organizationId: string;

beforeAll(async () => {
  platform = await createTestEngine({
    imports: [JobsModule, LiveModule, MailModule, PeopleModule, UserAdministrationModule],
    eventSourcing: {
      projections: [peopleProjection, organizations, courses!, rosters!],
      streams: new StreamSet([userStream]),
    },
  });
  pool = platform.app.get(POOL);
});
afterAll(() => platform.close());

/** Inserts an organization into the read model. */
async function newOrganization(isPaid: boolean): Promise<string> {
  const id = uuidv7();
  await pool.query('insert into read.organizations_v1 values ($1, $2, $3)', [id, 'Orbit School', isPaid]);
  return id;
}
beforeEach(async () => {
  organizationId = await newOrganization(true);
});

const context = () => ({ commandId: uuidv7(), metadata: sampleMetadata() });
const unique = () => `u${uuidv7().replaceAll('-', '')}`;
const registration = (
  changes: { username?: string; email?: string; role?: Role; organizationId?: string | null } = {},
) => {
  const username = unique();
  return {
    username,
    email: `${username}@example.org`,
    password: 'correct horse 1!',
    firstName: 'Ada',
    lastName: 'Lovelace',
    rankTitle: 'Captain',
    role: 'User' as Role,
    organizationId,
    ...changes,
  };
};
const register = (changes = {}, using = context()) =>
  platform.app.get(CommandBus).execute(new RegisterUser(registration(changes), using));
const change = (userId: string, command: UserCommand) =>
  platform.app.get(Commands).handle(userStream.of(userId), command, context());
const settled = () => platform.app.get(Progress).catchUp();

describe('RegisterUser', () => {
  it('creates a person that queries find, with a valid password', async () => {
    const { userId } = await register({ username: unique() });
    expect(await platform.app.get(Credentials).verify(userId, 'correct horse 1!')).toBe(true);
    await settled();
    expect(await findPerson(pool, userId)).toMatchObject({
      id: userId,
      firstName: 'Ada',
      role: 'User',
      enabled: true,
      organizationId,
      organizationName: 'Orbit School',
      organizationPaid: true,
    });
  });

  it('encrypts the personal data in the log', async () => {
    const { userId } = await register();
    const [registered] = await platform.app.get<Log>(LOG).store.readStream(userStream.name(userId));
    expect(registered?.type).toBe('UserRegistered');
    expect(JSON.stringify([registered?.data, registered?.metadata])).not.toMatch(/Ada|Lovelace|Captain|example\.org/);
  });

  it('rejects a taken user name or e-mail address in any spelling', async () => {
    const taken = registration();
    await register(taken);
    await expect(register({ username: taken.username.toUpperCase() })).rejects.toMatchObject({
      code: 'ALREADY_TAKEN',
      errors: { UserName: ['Username is already taken.'] },
    });
    await expect(register({ email: ` ${taken.email}` })).rejects.toMatchObject({
      errors: { Email: ['Email is already registered.'] },
    });
  });

  it('gives a user name to only one of 20 concurrent registrations', async () => {
    const username = unique();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => register({ username, email: `${unique()}@example.org` })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await platform.app.get(Claims).ownerOf('username', username)).not.toBeNull();
  });

  it('returns the same user when repeated and does not change the password', async () => {
    const using = context();
    const form = registration();
    const bus = platform.app.get(CommandBus);
    const first = await bus.execute(new RegisterUser(form, using));
    const second = await bus.execute(new RegisterUser({ ...form, password: 'another horse 2!' }, using));
    expect(second.userId).toBe(first.userId);
    expect(await platform.app.get(Credentials).verify(first.userId, 'another horse 2!')).toBe(false);
    expect(await platform.app.get<EventStore>(EVENT_STORE).readStream(userStream.name(first.userId))).toHaveLength(1);
  });
});

describe('the read model', () => {
  it('applies changes, and ignores events that are applied twice', async () => {
    const { userId } = await register();
    await change(userId, { type: 'ChangeRole', role: 'Instructor' });
    await change(userId, { type: 'Disable', cause: 'admin' });
    await settled();
    const changed = await findPerson(pool, userId);
    expect(changed).toMatchObject({ role: 'Instructor', enabled: false });
    const rows = async () => (await pool.query('select * from read.people_v2 where id = $1', [userId])).rows;
    const before = await rows();
    const events = await platform.app.get<EventStore>(EVENT_STORE).readStream(userStream.name(userId));
    const { sequence } = before[0] as { sequence: string };
    const again = events.map((event, n) => ({ ...event, sequence: Number(sequence) - events.length + 1 + n }));
    const client = await pool.connect();
    await client.query('begin; set local search_path = read');
    await peopleProjection.apply(client, again as unknown as ProjectedEvent<UserEvent>[]);
    await client.query('commit');
    client.release();
    expect(await rows()).toEqual(before);
  });

  it('keeps a permanent reset pending after a later one by an administrator', async () => {
    const { userId } = await register();
    const pendingUntil = async () => {
      await settled();
      const { rows } = await pool.query<{ until: Date }>(
        'select reset_pending_until as until from read.people where id = $1',
        [userId],
      );
      return rows[0]!.until.toISOString();
    };
    const [tomorrow, later] = ['2026-03-02T09:30:00.000Z', '2026-03-03T09:30:00.000Z'];
    const never = '2126-03-01T09:30:00.000Z';
    for (const expiresAt of [tomorrow, later]) await change(userId, { type: 'RequestReset', by: 'admin', expiresAt });
    expect(await pendingUntil()).toBe(later);
    await change(userId, { type: 'RequestReset', by: 'undo', expiresAt: never });
    expect(await pendingUntil()).toBe(never);
    await change(userId, { type: 'RequestReset', by: 'admin', expiresAt: later });
    expect(await pendingUntil()).toBe(never);
  });

  it('lists members by user name', async () => {
    const [b, a] = [await register({ username: `b${unique()}` }), await register({ username: `a${unique()}` })];
    await settled();
    const members = await listMembers(pool, [b.userId, a.userId, uuidv7()]);
    expect(members.map(({ id }) => id)).toEqual([a.userId, b.userId]);
    expect(Object.keys(members[0]!)).toEqual(['id', 'username', 'firstName', 'lastName', 'enabled']);
    expect([...(await peopleByIds(pool, [a.userId, uuidv7()])).keys()]).toEqual([a.userId]);
  });
});

describe('rights', () => {
  const rightsOf = async (userId: string) =>
    (await platform.app.get<RightsSource>(RIGHTS_SOURCE).load([userId])).get(userId);

  it('returns the rights of a user directly after the registration', async () => {
    const { userId } = await register({ organizationId: null, role: 'Instructor' });
    expect(await rightsOf(userId)).toMatchObject({ userId, role: 'Instructor', canPlay: true });
    expect(await rightsOf(uuidv7())).toBeUndefined();
  });

  it('removes the rights of a disabled user and restores them when the user is enabled', async () => {
    const { userId } = await register({ organizationId: null });
    await change(userId, { type: 'Disable', cause: 'admin' });
    await settled();
    expect(await rightsOf(userId)).toMatchObject({ canPlay: false });
    await change(userId, { type: 'Enable', seatIn: null });
    expect(await rightsOf(userId)).toMatchObject({ canPlay: true });
  });

  it('removes the rights in an unpaid organization except for system admins, and reads the stream before it refuses', async () => {
    organizationId = await newOrganization(false);
    const [player, admin] = [await register(), await register({ role: 'SystemAdmin' })];
    await settled();
    expect(await rightsOf(player.userId)).toMatchObject({ canPlay: false });
    expect(await rightsOf(admin.userId)).toMatchObject({ canPlay: true });
    const created = golden('OrganizationCreated', { organizationId });
    const past = [sampleEvent(created.data, created.type), sampleEvent({ organizationId }, 'OrganizationMarkedPaid')];
    await platform.app
      .get<EventStore>(EVENT_STORE)
      .appendToStream(organizationStream.name(organizationId), 'no-stream', past);
    expect(await rightsOf(player.userId)).toMatchObject({ canPlay: true });
  });
});

describe('GET /users/{id}', () => {
  it('returns a user to themselves and to their admins, and to no one else', async () => {
    const other = await newOrganization(true);
    const [ada, friend, orgAdmin, foreignAdmin, systemAdmin] = await Promise.all([
      register(),
      register(),
      register({ role: 'OrganizationAdmin' }),
      register({ role: 'OrganizationAdmin', organizationId: other }),
      register({ role: 'SystemAdmin', organizationId: null }),
    ]);
    await settled();
    const seenBy = async (viewer: { userId: string }, id = ada.userId) =>
      sendRequest(platform.app, { url: `/api/users/${id}`, headers: await signedIn(platform.app, viewer.userId) });
    const statuses = await Promise.all(
      [ada, orgAdmin, systemAdmin, friend, foreignAdmin].map(async (viewer) => (await seenBy(viewer)).statusCode),
    );
    expect(statuses).toEqual([200, 200, 200, 404, 404]);
    expect((await seenBy(ada)).json<User>()).toMatchObject({ id: ada.userId, roles: ['User'], organizationId });
    const [hidden, unknown] = [await seenBy(friend), await seenBy(friend, uuidv7())];
    expect({ ...hidden.json(), requestId: '' }).toEqual({ ...unknown.json(), requestId: '' });
    expect((await seenBy(ada, 'not-an-id')).statusCode).toBe(400);
    expect((await sendRequest(platform.app, { url: `/api/users/${ada.userId}` })).statusCode).toBe(401);
  });
});
