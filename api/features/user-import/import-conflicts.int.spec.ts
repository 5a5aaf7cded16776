import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { type Command, CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type { UserImport, UserImportResult, UserImportStatus } from '../../contracts/user-import.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { Claims } from '../../platform/eventsourcing/claims.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { OrganizationsQuery } from '../organizations/read-organizations/organizations.query.js';
import { TakeSeat } from '../organizations/seats/seats.commands.js';
import { seatsStream } from '../organizations/seats.stream.js';
import { erasePerson } from '../people/privacy/erase-person.js';
import { RegisterUser } from '../people/register-user/register-user.command.js';
import { ImportWork } from './import-work.js';

let platform: TestPlatform;
let admin: TestClient;
let organizationId: string;
let name: string;

beforeAll(async () => {
  platform = await TestPlatform.start();
  admin = await platform.admin();
});
afterAll(() => platform.stop());
beforeEach(async () => {
  name = `u${randomUUID().slice(0, 8)}`;
  organizationId = await platform.organization(`School ${name}`);
});
afterEach(() => jest.restoreAllMocks());

/** Returns a file with a user for each suffix of the name; those that end with `off` are disabled. */
const file = (...suffixes: string[]) =>
  [
    'username,email,organization,enabled',
    ...suffixes.map((suffix) => {
      const username = `${name}.${suffix}`;
      return `${username},${username}@example.org,School ${name},${!suffix.endsWith('off')}`;
    }),
  ].join('\n');
const post = (csv: string, { dryRun = false, key = randomUUID() }: { dryRun?: boolean; key?: string } = {}) =>
  admin.request<UserImportResult>('POST', `/users/import?dryRun=${dryRun}`, { csv }, { 'idempotency-key': key });

async function ended(): Promise<UserImport> {
  for (;;) {
    const { body } = await admin.get<UserImportStatus>('/users/import');
    if (body.import!.state === 'ended') return body.import!;
    await delay(50);
  }
}

const userIdOf = async (suffix: string) => (await platform.app.get(Claims).ownerOf('username', `${name}.${suffix}`))!;

describe('a row with the user name of a deleted user', () => {
  const remove = async (suffix: string) => {
    const userId = await userIdOf(suffix);
    expect((await admin.delete(`/users/${userId}`)).status).toBe(204);
    return userId;
  };
  const errorsIn = ({ body }: { body: UserImportResult }) => body.rows.map(({ errors }) => errors);
  const nameTaken = { field: 'username', message: 'Username is already taken.' };
  const emailTaken = { field: 'email', message: 'Email is already registered.' };

  beforeEach(async () => {
    await post(file('gone', 'kept'));
    await ended();
  });

  it('has errors, because user name and e-mail address stay reserved', async () => {
    await remove('gone');
    for (const dryRun of [true, false]) {
      const answer = await post(file('gone', 'kept'), { dryRun });
      expect(answer.status).toBe(200);
      expect(answer.body.rows.map(({ outcome }) => outcome)).toEqual(['error', 'unchanged']);
      expect(errorsIn(answer)).toEqual([[nameTaken, emailTaken], []]);
    }
  });

  it('has only the error of the user name after an erasure', async () => {
    const userId = await remove('gone');
    await erasePerson(userId, {
      pool: platform.app.get<Pool>(POOL),
      store: platform.store,
      claims: platform.app.get(Claims),
      mailFolder: '/nowhere',
      now: new Date(),
    });
    const answer = await post(file('gone'), { dryRun: true });
    expect(errorsIn(answer)).toEqual([[nameTaken]]);
  });
});

describe('a repeated request', () => {
  it('returns its import after the import has ended, with the rows and the number of users of the first answer', async () => {
    await post(file('old'));
    await ended();
    const key = randomUUID();
    const csv = file('old', 'one', 'two');
    const first = await post(csv, { key });
    expect(first.body).toMatchObject({ imported: 2, import: { total: 2, unchanged: 1 } });
    const finished = await ended();
    await post(file('later'));
    await ended();
    const { status, body } = await post(csv, { key });
    expect([status, body.import]).toEqual([202, finished]);
    expect([body.rows, body.imported]).toEqual([first.body.rows, first.body.imported]);
    expect(body.rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'new', 'new']);
  });

  it('returns its import when the file has errors by now', async () => {
    const key = randomUUID();
    await post(file('one', 'two'), { key });
    const finished = await ended();
    await admin.delete(`/users/${await userIdOf('one')}`);
    const { status, body } = await post(file('one', 'two'), { key });
    expect([status, body.imported, body.import]).toEqual([202, 2, finished]);
    expect(body.rows.map(({ outcome }) => outcome)).toEqual(['new', 'new']);
  });

  it('starts nothing and returns no import as a dry run', async () => {
    const key = randomUUID();
    await post(file('one'), { key });
    await ended();
    const { status, body } = await post(file('one'), { key, dryRun: true });
    expect([status, body.imported, body.import]).toEqual([200, 0, null]);
  });
});

describe('disabled users of an organization that is deleted at the same time', () => {
  /** Stores an import that no worker processes. Returns a function that does. */
  async function store(csv: string): Promise<() => Promise<void>> {
    const work = platform.app.get(ImportWork);
    const run = work.run.bind(work);
    jest.spyOn(work, 'run').mockResolvedValue();
    const { body } = await post(csv);
    return () => run(body.import!.id);
  }
  const seatsOf = async () => seatsStream.fold(await seatsStream.of(organizationId).read(platform.store));
  const deleteOrganization = () => admin.delete(`/organizations/${organizationId}`);

  it('are refused with the reason of the others after the deletion', async () => {
    const finish = await store(file('a.off', 'on', 'b.off'));
    expect((await deleteOrganization()).status).toBe(204);
    await finish();
    const { made, refusals } = await ended();
    expect([made, refusals.map(({ line, reason }) => [line, reason])]).toEqual([
      0,
      [2, 3, 4].map((line) => [line, 'The organization was not found.']),
    ]);
    expect(await userIdOf('a.off')).toBeNull();
  });

  it('keep it when they are registered after the deletion has checked that it is not in use', async () => {
    const finish = await store(file('a.off', 'b.off'));
    const isInUse = jest.spyOn(OrganizationsQuery.prototype, 'isInUse');
    isInUse.mockImplementationOnce(async () => {
      await finish();
      return false;
    });
    expect((await deleteOrganization()).problem).toMatchObject({ status: 409, code: 'ORGANIZATION_IN_USE' });
    expect(await ended()).toMatchObject({ made: 2, refused: 0 });
    expect(await seatsOf()).toMatchObject({ taken: 0, closed: false });
  });

  it('keep it while they are registered', async () => {
    const bus = platform.app.get(CommandBus);
    const execute = bus.execute.bind(bus);
    let deletion: ReturnType<typeof deleteOrganization> | undefined;
    jest.spyOn(bus, 'execute').mockImplementation(async (command: unknown) => {
      if (command instanceof RegisterUser) await (deletion ??= deleteOrganization());
      return execute(command as Command<unknown>);
    });
    await post(file('a.off', 'b.off'));
    expect(await ended()).toMatchObject({ made: 2, refused: 0 });
    expect((await deletion!).problem.code).toBe('ORGANIZATION_IN_USE');
    expect(await seatsOf()).toMatchObject({ taken: 0, closed: false });
  });

  it('reserve one seat when their registration is retried', async () => {
    const finish = await store(file('a.off', 'b.off'));
    const bus = platform.app.get(CommandBus);
    const execute = bus.execute.bind(bus);
    const spy = jest
      .spyOn(bus, 'execute')
      .mockImplementation((command: unknown) =>
        command instanceof RegisterUser ? Promise.reject(new Error('down')) : execute(command as Command<unknown>),
      );
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(finish()).rejects.toThrow('down');
      expect((await seatsOf()).taken).toBe(1);
      await platform.app.get<Pool>(POOL).query("update plain.user_imports set held_until = '-infinity'");
    }
    spy.mockRestore();
    await finish();
    expect(await ended()).toMatchObject({ made: 2, refused: 0 });
    expect((await seatsOf()).taken).toBe(0);
  });
});

it('uses up no seat of the organization while disabled users are registered', async () => {
  name = `u${randomUUID().slice(0, 8)}`;
  organizationId = await platform.organization(`School ${name}`, 5);
  const bus = platform.app.get(CommandBus);
  const take = (...userIds: string[]) => bus.execute(new TakeSeat(organizationId, userIds, systemContext(new Date())));
  await take(...Array.from({ length: 4 }, () => randomUUID()));
  const execute = bus.execute.bind(bus);
  let lastSeat: Promise<unknown> | undefined;
  jest.spyOn(bus, 'execute').mockImplementation(async (command: unknown) => {
    if (command instanceof RegisterUser) await (lastSeat ??= take(randomUUID()));
    return execute(command as Command<unknown>);
  });
  await post(file('a.off', 'b.off'));
  expect(await ended()).toMatchObject({ made: 2, refused: 0 });
  expect(await lastSeat).toBeDefined();
  await expect(take(randomUUID())).rejects.toMatchObject({ code: 'USER_LIMIT_REACHED' });
});
