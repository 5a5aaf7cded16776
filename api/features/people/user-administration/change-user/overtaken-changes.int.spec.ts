import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { Pool } from 'pg';
import type { Role } from '../../../../contracts/sign-in.contract.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { POOL } from '../../../../platform/database/pool.js';
import { Commands } from '../../../../platform/eventsourcing/commands.js';
import { systemContext } from '../../../../platform/eventsourcing/system-context.js';
import type { TestClient } from '../../../../testing/test-client.js';
import { TestPlatform } from '../../../../testing/test-platform.js';
import { PasswordEvents } from '../../password-events/password-events.handlers.js';
import { userStream } from '../../user.stream.js';
import { EmailChanges } from '../email-changes.js';
import { DeleteUser } from './change-user.commands.js';
import { CourseOwners } from './course-owners.js';
import { DeleteUserHandler } from './delete-user.handler.js';
import { EmailConflicts } from './email-conflicts.js';
import { SystemAdmins } from './system-admins.js';

let platform: TestPlatform;
let root: TestClient;
let [organization, other]: string[] = [];
let [admin, player]: TestClient[] = [];

beforeAll(async () => {
  platform = await TestPlatform.start();
  root = await platform.admin();
  [organization, other] = [await platform.organization(), await platform.organization()];
  admin = await platform.person('OrganizationAdmin', organization);
});
afterAll(() => platform.stop());
beforeEach(async () => {
  player = await platform.person('User', organization!);
});
afterEach(() => jest.restoreAllMocks());

const context = () => systemContext(new Date());
const path = () => `/users/${player!.userId}`;
const eventsOf = async (client: TestClient) =>
  (await platform.store.readStream(userStream.name(client.userId))).map(({ type }) => type);

type Overtaking = () => Promise<void>;

/** Runs `overtaking` right before the next call of a method, like a request that held the lock for which this one waits. */
function before<Name extends string>(
  subject: { prototype: Record<Name, (...args: never[]) => Promise<unknown>> },
  method: Name,
  overtaking: Overtaking,
): void {
  const prototype = subject.prototype as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const run = prototype[method]!;
  const spy = jest.spyOn(prototype, method).mockImplementation(async function (this: unknown, ...args) {
    spy.mockRestore();
    await overtaking();
    return run.apply(this, args);
  });
}

const move = async () => expect((await root.put(path(), { organizationId: other })).status).toBe(204);
const promote = async () => expect((await root.put(`${path()}/role/SystemAdmin`)).status).toBe(204);

describe('a change by an admin whose organization the user leaves, or whom the user then outranks', () => {
  const changes = {
    'the deletion': {
      send: () => admin!.delete(path()),
      overtake: (by: Overtaking) => before(CourseOwners, 'runWhileOwningNone', by),
    },
    'the change of the role': {
      send: () => admin!.put(`${path()}/role/Instructor`),
      overtake: (by: Overtaking) => before(CourseOwners, 'runWhileOwningNone', by),
    },
    'the disabling': {
      send: () => admin!.put(`${path()}/enabled`, { enabled: false }),
      overtake: (by: Overtaking) => before(SystemAdmins, 'runWhileAnotherExists', by),
    },
    'the new e-mail address': {
      send: () => admin!.put(path(), { email: `${randomUUID()}@example.org` }),
      overtake: (by: Overtaking) => before(EmailConflicts, 'run', by),
    },
    'the new name': {
      send: () => admin!.put(path(), { firstName: 'Eve' }),
      overtake: (by: Overtaking) => before(EmailChanges, 'append', by),
    },
    'the reset of the password': {
      send: () => admin!.post(`/users/passwordResets/${player!.userId}`),
      overtake: (by: Overtaking) => before(PasswordEvents, 'record', by),
    },
    'the end of the sessions': {
      send: () => admin!.delete(`${path()}/sessions`),
      overtake: (by: Overtaking) => before(Commands, 'handle', by),
    },
    // An organization that is the user's present one requires no right to move the user.
    'the new name with the former organization': {
      send: () => admin!.put(path(), { firstName: 'Eve', organizationId: organization }),
      overtake: (by: Overtaking) => before(EmailChanges, 'append', by),
    },
  };

  it.each(
    Object.entries(changes).flatMap(([name, change]) => [
      [name, 'a move', change, move, 'UserMovedToOrganization'] as const,
      [name, 'a promotion to system admin', change, promote, 'UserRoleChanged'] as const,
    ]),
  )('rejects %s after %s', async (_name, _reason, { send, overtake }, overtaking, event) => {
    overtake(overtaking);
    expect((await send()).problem).toMatchObject({ status: 409, code: 'VERSION_CONFLICT' });
    expect(await eventsOf(player!)).toEqual(['UserRegistered', event]);
    expect([403, 404]).toContain((await send()).status);
  });
});

it('rejects enabling by an organization admin when the user is promoted to system admin at the same time', async () => {
  await admin!.put(`${path()}/enabled`, { enabled: false });
  before(Commands, 'handle', promote);
  expect((await admin!.put(`${path()}/enabled`, { enabled: true })).problem.code).toBe('VERSION_CONFLICT');
  expect(await eventsOf(player!)).toEqual(['UserRegistered', 'UserDisabled', 'UserRoleChanged']);
});

it('keeps one system admin when a disabled one is enabled, removes the other, and is removed at the same time', async () => {
  const [one, two] = [await platform.person('SystemAdmin', null), await platform.person('SystemAdmin', null)];
  const commands = platform.app.get(Commands);
  const toRole = (userId: string, role: Role) =>
    commands.handle(userStream.of(userId), { type: 'ChangeRole', role }, context());
  const { rows } = await platform.app
    .get<Pool>(POOL)
    .query<{ id: string }>("select id from read.people where role = 'SystemAdmin' and id <> all ($1)", [
      [one.userId, two.userId],
    ]);
  for (const { id } of rows) await toRole(id, 'User');
  await commands.handle(userStream.of(two.userId), { type: 'Disable', cause: 'admin' }, context());
  const remove = (by: TestClient, { userId }: TestClient) =>
    platform.app.get(DeleteUserHandler).execute(new DeleteUser(systemAdmin(by), userId, context()));
  before(CourseOwners, 'runWhileOwningNone', async () => {
    await commands.handle(userStream.of(two.userId), { type: 'Enable', seatIn: null }, context());
    await remove(two, one);
  });
  await expect(remove(one, two)).rejects.toMatchObject({ code: 'LAST_SYSTEM_ADMIN' });
  expect(await eventsOf(two)).toEqual(['UserRegistered', 'UserDisabled', 'UserEnabled']);
  await toRole(root.userId, 'SystemAdmin');
});

/** Not over HTTP, because the later request would be refused for the lost rights of its sender. */
const systemAdmin = ({ userId }: TestClient): Actor => ({
  userId,
  username: 'admin',
  role: 'SystemAdmin',
  roles: ['SystemAdmin'],
  organizationId: null,
  familyId: randomUUID(),
});
