import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { type Command, CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import {
  USER_CSV_COLUMNS,
  type UserImport,
  type UserImportResult,
  type UserImportStatus,
} from '../../contracts/user-import.contract.js';
import { CSV_START } from '../../platform/csv/csv.js';
import { POOL } from '../../platform/database/pool.js';
import { Claims } from '../../platform/eventsourcing/claims.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import type { AuditPage } from '../../contracts/audit.contract.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { TakeSeat } from '../organizations/seats/seats.commands.js';
import { RegisterUser } from '../people/register-user/register-user.command.js';
import { userStream } from '../people/user.stream.js';
import { ImportSweep } from './import-sweep.js';
import { ImportWork } from './import-work.js';
import { Imports } from './imports.js';

let platform: TestPlatform;
let admin: TestClient;
let manager: TestClient;

beforeAll(async () => {
  platform = await TestPlatform.start();
  admin = await platform.admin();
  manager = await platform.person('OrganizationAdmin', await platform.organization('Orbit School', 10));
  await platform.organization('Range');
});
afterAll(() => platform.stop());

const HEAD = USER_CSV_COLUMNS.join(',');
const line = (name: string, changes: Partial<Record<(typeof USER_CSV_COLUMNS)[number], string>> = {}): string => {
  const user = { username: name, email: `${name}@example.org`, firstName: '=A"b', lastName: 'Müller', rankTitle: '' };
  const row = { ...user, role: 'User', organization: 'Orbit School', enabled: 'true', ...changes };
  return USER_CSV_COLUMNS.map((column) => `"${row[column].replaceAll('"', '""')}"`).join(',');
};
const file = (...lines: string[]) => [HEAD, ...lines].join('\r\n');
/** Sends a file, and waits for the import that it starts. */
async function send(client: TestClient, csv: string, dryRun = false) {
  const answer = await client.post<UserImportResult>(`/users/import?dryRun=${dryRun}`, { csv });
  if (answer.body.import) await ended(client);
  return answer;
}
const statusOf = async (client: TestClient) => (await client.get<UserImportStatus>('/users/import')).body.import;
async function ended(client: TestClient): Promise<UserImport> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const status = (await statusOf(client))!;
    if (status.state === 'ended' || Date.now() > deadline) return status;
    await delay(50);
  }
}

async function exported(client: TestClient, query = ''): Promise<{ status: number; text: string }> {
  const response = await fetch(`${platform.url}/api/users/export${query}`, {
    headers: { 'x-auth-token': client.token },
  });
  return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString('utf8') };
}
const usernames = async () => (await exported(admin)).text.split('\r\n').map((row) => row.split(',')[0]!);

it('reports errors line by line, and creates no user when there are any', async () => {
  const csv = file(
    line('import.good'),
    line('x', { email: 'no mail', enabled: 'perhaps' }),
    line('IMPORT.GOOD', { email: 'other@example.org' }),
    line('import.lost', { organization: 'Nowhere' }),
    line('root.admin', { email: 'new@example.org' }),
  );
  const { status, body } = await send(admin, csv);
  expect(status).toBe(200);
  expect(body.rows.map(({ line, outcome, errors }) => [line, outcome, errors.map(({ field }) => field)])).toEqual([
    [2, 'new', []],
    [3, 'error', ['username', 'email', 'enabled']],
    [4, 'error', ['username']],
    [5, 'error', ['organization']],
    [6, 'error', ['username']],
  ]);
  expect(body.imported).toBe(0);
  expect(await usernames()).not.toContain('import.good');
});

it('returns the seats before and after, and rejects more users than seats', async () => {
  const few = await send(admin, file(line('seat.1'), line('seat.2', { enabled: 'false' })), true);
  expect(few.body).toMatchObject({
    imported: 2,
    seats: [{ name: 'Orbit School', before: 1, after: 2, userLimit: 10 }],
  });
  const many = await send(admin, file(...Array.from({ length: 10 }, (_, index) => line(`seat.${index}`))));
  expect(many.body.rows.filter(({ outcome }) => outcome === 'error').map(({ line }) => line)).toEqual([11]);
  expect(await usernames()).not.toContain('seat.1');
});

it('imports, invites by mail, changes nothing when repeated, and accepts the export unchanged', async () => {
  const csv = file(line('ada.l'), line('bob.m', { role: 'Instructor' }), line('eve.off', { enabled: 'false' }));
  const passwords = await platform.textOf(['plain.credentials']);
  expect((await send(admin, csv, true)).body.imported).toBe(3);
  expect(await usernames()).not.toContain('ada.l');
  expect((await send(admin, csv)).body.imported).toBe(3);
  await platform.settled();
  const deadline = Date.now() + 20_000;
  const invitations = async () => (await platform.textOf(['plain.mail_outbox'])).split('invitation').length - 1;
  while ((await invitations()) < 2 && Date.now() < deadline) await delay(50);
  expect(await invitations()).toBe(2);
  expect(await platform.textOf(['plain.credentials'])).toBe(passwords);
  const again = await send(admin, csv);
  expect(again.body.rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged']);
  expect(again.body.imported).toBe(0);
  const { text } = await exported(admin);
  expect(text.startsWith(`${CSV_START}${HEAD}\r\n`)).toBe(true);
  expect(text).toContain(`'=A`);
  const { body } = await send(admin, text);
  expect(body.rows.length).toBeGreaterThanOrEqual(5);
  expect(body.rows.every(({ outcome }) => outcome === 'unchanged')).toBe(true);
});

it('limits an organization admin to the own organization', async () => {
  const csv = file(
    line('mine.1'),
    line('theirs.1', { organization: 'Range' }),
    line('boss.1', { role: 'SystemAdmin' }),
    line('root.admin', { email: 'root@example.org', role: 'SystemAdmin', organization: '' }),
  );
  const { body } = await send(manager, csv);
  expect(body.rows.map(({ errors }) => errors.map(({ field }) => field))).toEqual([
    [],
    ['organization'],
    ['role'],
    ['role', 'organization', 'username', 'email'],
  ]);
  expect(body.rows[3]!.errors[2]!.message).toBe('Username is already taken.');
  const { text } = await exported(manager);
  await platform.settled();
  const { body: audit } = await admin.get<AuditPage>(`/audit?actorId=${manager.userId}&action=DataExported`);
  expect(audit.entries).toMatchObject([
    { target: { id: manager.userId }, changes: [{ field: 'exported', to: 'users' }] },
  ]);
  expect(text).not.toContain('root.admin');
  expect((await exported(manager, '?orgId=0198c0de-0000-7000-8000-00000000abcd')).status).toBe(404);
  const student = await platform.person('User', null);
  expect((await send(student, csv)).status).toBe(403);
  expect((await exported(student)).status).toBe(403);
});

it('rejects an organization admin without an organization', async () => {
  const adminWithoutOrganization = await platform.person('OrganizationAdmin', null);
  const csv = file(line('stray.1'), line('stray.2', { organization: 'Range' }), line('stray.3', { organization: '' }));
  for (const dryRun of [true, false]) {
    const { status, problem } = await send(adminWithoutOrganization, csv, dryRun);
    expect({ status, title: problem.title }).toEqual({ status: 404, title: 'The organization was not found.' });
  }
  // Unchanged rows must not reveal users without an organization either.
  expect((await send(adminWithoutOrganization, (await exported(admin)).text, true)).status).toBe(404);
  expect((await exported(adminWithoutOrganization)).status).toBe(404);
  expect((await usernames()).filter((name) => name.startsWith('stray.'))).toEqual([]);
});

describe('an import that workers process', () => {
  const pool = (): Pool => platform.app.get<Pool>(POOL);
  const crew = (name: string) => {
    const organization = `Crew ${name}`;
    return [`${name}.1`, `${name}.2`, `${name}.3`].map((username) =>
      line(username, { organization, enabled: String(!username.endsWith('3')) }),
    );
  };
  const newCrew = async (userLimit = 5) => {
    const name = `cut${randomUUID().slice(0, 8)}`;
    return { name, organizationId: await platform.organization(`Crew ${name}`, userLimit), csv: file(...crew(name)) };
  };
  const start = (csv: string, key: string = randomUUID()) =>
    admin.request<UserImportResult>('POST', '/users/import?dryRun=false', { csv }, { 'idempotency-key': key });

  const rowsOf = async (name: string) => {
    await platform.settled();
    return (await exported(admin)).text.split('\r\n').filter((row) => row.startsWith(`${name}.`));
  };

  /** Fails the n-th command of a type like a killed process. Earlier commands keep their effects, and nothing is cleaned up. */
  function cutOffAt(type: new (...args: never[]) => unknown, nth: number) {
    const bus = platform.app.get(CommandBus);
    const execute = bus.execute.bind(bus);
    let seen = 0;
    const spy = jest.spyOn(bus, 'execute').mockImplementation((command: unknown) => {
      if (command instanceof type) seen += 1;
      return command instanceof type && seen >= nth
        ? Promise.reject(new Error('killed'))
        : execute(command as Command<unknown>);
    });
    return { resume: () => spy.mockRestore(), isCutOff: () => seen >= nth };
  }

  /** Expires the worker's hold, so that another worker continues. */
  async function takeOver(): Promise<UserImport> {
    await pool().query(
      "update plain.user_imports set held_until = '-infinity', started_at = started_at - interval '2 seconds'",
    );
    await platform.app.get(ImportSweep).sweep();
    return ended(admin);
  }

  /** Keeps workers from processing imports until the returned function is called. */
  function withoutWorkers(): () => void {
    const spy = jest.spyOn(platform.app.get(ImportWork), 'run').mockResolvedValue();
    return () => spy.mockRestore();
  }

  it.each([
    ['before the seats', TakeSeat, 1, 0],
    ['between the seats and the first account', RegisterUser, 1, 0],
    ['after the first account', RegisterUser, 2, 1],
    ['before the last account, a disabled one', RegisterUser, 3, 2],
  ])('is continued when its worker dies %s, and creates no user twice', async (_, type, nth, made) => {
    const { name, csv } = await newCrew();
    const { resume, isCutOff } = cutOffAt(type, nth);
    const { status, body } = await start(csv);
    expect([status, body.import]).toEqual([202, expect.objectContaining({ state: 'running', total: 3 })]);
    while (!isCutOff()) await delay(20);
    // The other accounts of the same chunk are still being created.
    await delay(200);
    expect(await rowsOf(name)).toHaveLength(made);
    resume();
    expect(await takeOver()).toMatchObject({ id: body.import!.id, state: 'ended', made: 3, refused: 0 });
    const rows = await rowsOf(name);
    expect(rows.map((row) => row.split(',').at(-1))).toEqual(['true', 'true', 'false']);
    const again = await send(admin, csv);
    expect(again.body).toMatchObject({ imported: 0, import: null, seats: [{ before: 2, after: 2 }] });
  });

  it('is started once when its request is repeated', async () => {
    const restart = withoutWorkers();
    const { csv } = await newCrew();
    const key = randomUUID();
    const first = await start(csv, key);
    const second = await start(csv, key);
    expect([second.status, second.body.import]).toEqual([202, first.body.import]);
    restart();
    expect(await takeOver()).toMatchObject({ id: first.body.import!.id, made: 3 });
  });

  it('is the only one of its organization until it has ended', async () => {
    const restart = withoutWorkers();
    const { name, csv } = await newCrew();
    const { name: other, csv: otherCsv } = await newCrew();
    await start(csv);
    const more = file(line(`${name}.4`, { organization: `Crew ${name}` }));
    const refused = await start(more);
    expect([refused.status, refused.problem.code]).toEqual([409, 'IMPORT_RUNNING']);
    expect((await start(otherCsv)).status).toBe(202);
    restart();
    await takeOver();
    expect((await send(admin, more)).status).toBe(202);
    expect([await rowsOf(name), await rowsOf(other)].map((rows) => rows.length)).toEqual([4, 3]);
  });

  it('lists refused users with reasons, creates the others, and offers the result for download', async () => {
    const restart = withoutWorkers();
    const { name, csv } = await newCrew();
    await start(`${csv}\r\n${line(`${name}.9`, { organization: `Crew ${name}`, email: 'late@example.org' })}`);
    const taken = { username: 'somebody.else', email: 'late@example.org', firstName: '', lastName: '', rankTitle: '' };
    await platform.app
      .get(CommandBus)
      .execute(
        new RegisterUser({ ...taken, password: null, role: 'User', organizationId: null }, systemContext(new Date())),
      );
    restart();
    expect(await takeOver()).toMatchObject({
      state: 'ended',
      total: 4,
      made: 3,
      refused: 1,
      refusals: [{ line: 5, username: `${name}.9`, reason: 'Email is already registered.' }],
    });
    await platform.settled();
    const answer = await fetch(`${platform.url}/api/users/import/result`, { headers: { 'x-auth-token': admin.token } });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="users-import.csv"');
    expect((await answer.text()).split('\r\n')).toEqual([
      'line,username,outcome,reason',
      `2,${name}.1,made,`,
      `3,${name}.2,made,`,
      `4,${name}.3,made,`,
      `5,${name}.9,refused,Email is already registered.`,
      '',
    ]);
  });

  it('refuses users when no seat is left', async () => {
    const restart = withoutWorkers();
    const { organizationId, csv } = await newCrew();
    await start(csv);
    const others = Array.from({ length: 4 }, () => randomUUID());
    await platform.app.get(CommandBus).execute(new TakeSeat(organizationId, others, systemContext(new Date())));
    restart();
    const { made, refused, refusals } = await takeOver();
    expect([made, refused, refusals[0]!.reason]).toEqual([2, 1, 'The organization has reached its user limit.']);
  });

  it('encrypts personal data, and deletes it when the account is created or after a day', async () => {
    const restart = withoutWorkers();
    const { name, csv } = await newCrew();
    await start(csv);
    const stored = () => platform.textOf(['plain.user_imports', 'plain.user_import_rows']);
    expect(await stored()).not.toContain(name);
    restart();
    await takeOver();
    const { rows } = await pool().query(
      "select count(*)::integer as left from plain.user_import_rows where sealed is not null and outcome = 'made'",
    );
    expect(rows).toEqual([{ left: 0 }]);
    await pool().query("update plain.user_imports set started_at = now() - interval '23 hours 1 minute'");
    await platform.app.get(Imports).purge();
    expect(await stored()).toBe('[[],[]]');
  });

  it('gives up on rows that have failed for 15 minutes', async () => {
    const { name, csv } = await newCrew();
    const { resume, isCutOff } = cutOffAt(RegisterUser, 1);
    const restart = withoutWorkers();
    await start(csv);
    restart();
    await pool().query("update plain.user_imports set progress_at = now() - interval '16 minutes'");
    expect(await takeOver()).toMatchObject({ made: 0, refused: 3 });
    resume();
    expect(isCutOff()).toBe(true);
    // The file can be imported again immediately.
    await send(admin, csv);
    expect(await rowsOf(name)).toHaveLength(3);
  });

  it('is visible to its own organization only', async () => {
    const other = await platform.person('OrganizationAdmin', await platform.organization());
    const colleague = await platform.person('OrganizationAdmin', await platform.organization('Seen School'));
    const name = `seen.${randomUUID().slice(0, 8)}`;
    await send(colleague, `username,email\n${name},${name}@example.org`);
    expect(await statusOf(colleague)).toMatchObject({ state: 'ended', made: 1 });
    expect((await statusOf(admin))?.made).not.toBe(1);
    expect(await statusOf(other)).toBeNull();
    expect((await other.get('/users/import/result')).status).toBe(404);
  });
});

it('never enables an account that is imported as disabled', async () => {
  const username = `off.${randomUUID().slice(0, 8)}`;
  const appends = jest.spyOn(platform.app.get<EventStore>(EVENT_STORE), 'appendToStream');
  expect((await send(admin, file(line(username, { enabled: 'false' })))).body.imported).toBe(1);
  const userId = await platform.app.get(Claims).ownerOf('username', username);
  const ofPerson = appends.mock.calls.filter(([stream]) => stream === userStream.name(userId!));
  appends.mockRestore();
  expect(ofPerson.map(([, , events]) => events.map(({ type }) => type))).toEqual([['UserRegistered', 'UserDisabled']]);
});

it.each([
  ['a file without a header', 'anything', /^The first line must name the columns/],
  ['an open quote', `${HEAD}\r\n"a,b`, /is not valid CSV/],
  ['too many users', file(...Array.from({ length: 1_001 }, () => 'x')), /^Import at most 1000/],
])('rejects %s', async (_, csv, message) => {
  const { status, problem } = await send(admin, csv);
  expect(status).toBe(400);
  expect(problem.errors!['Csv']![0]).toMatch(message);
});

describe('reading files of spreadsheets and registrars', () => {
  type File = { readonly file: string; readonly encoding?: string };
  const sendFile = (client: TestClient, bytes: Buffer, encoding?: string) =>
    client.post<UserImportResult>('/users/import?dryRun=true', {
      file: bytes.toString('base64'),
      ...(encoding && { encoding }),
    } satisfies File);
  const JUERGEN = 'username,email,firstName\r\njuergen.m,j.m@example.org,Jürgen\r\n';

  it.each([
    ['utf-8', Buffer.from(JUERGEN)],
    ['windows-1252', Buffer.from(JUERGEN, 'latin1')],
    ['utf-16le', Buffer.from(`\ufeff${JUERGEN}`, 'utf16le')],
    ['utf-16be', Buffer.from(`\ufeff${JUERGEN}`, 'utf16le').swap16()],
  ])('decodes %s and returns how the file was read', async (encoding, bytes) => {
    const { body } = await sendFile(manager, bytes);
    expect(body.rows).toMatchObject([{ username: 'juergen.m', outcome: 'new', errors: [] }]);
    expect(body.understood).toEqual({
      encoding,
      delimiter: ',',
      columns: [
        { title: 'username', field: 'username' },
        { title: 'email', field: 'email' },
        { title: 'firstName', field: 'firstName' },
      ],
      defaults: [
        { field: 'lastName', value: '' },
        { field: 'rankTitle', value: '' },
        { field: 'role', value: 'User' },
        { field: 'organization', value: 'Orbit School' },
        { field: 'enabled', value: 'true' },
      ],
      sample: [{ username: 'juergen.m', email: 'j.m@example.org', firstName: 'Jürgen' }],
    });
  });

  it('uses the chosen encoding and never replaces characters', async () => {
    const bytes = Buffer.from('username,email,firstName\r\nlukasz.k,l.k@example.org,', 'latin1');
    const polish = Buffer.concat([bytes, Buffer.from([0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a])]);
    expect((await sendFile(manager, polish)).body.understood.sample[0]!['firstName']).toBe('£ukasz');
    expect((await sendFile(manager, polish, 'windows-1250')).body.understood.sample[0]!['firstName']).toBe('Łukasz');
    const wrong = await sendFile(manager, polish, 'utf-8');
    expect([wrong.status, wrong.problem.errors!['Csv']![0]]).toEqual([
      400,
      'The file does not have this encoding. Choose another encoding.',
    ]);
    expect((await send(manager, `${JUERGEN}x.y,x@example.org,J\ufffdrgen`, true)).problem.errors!['Csv']![0]).toMatch(
      /wrong encoding/,
    );
  });

  it('accepts another delimiter, columns in any order and spelling, and values in any case', async () => {
    const table = [
      'sep=;',
      'E-Mail Address;Surname;Shoe size;User name;ROLE;Active',
      'ann@example.org;Smith;38;any.ann;instructor;WAHR',
      'bob@example.org;;;any.bob;;no',
    ].join('\r\n');
    const { body } = await send(manager, table, true);
    expect(body.rows).toMatchObject([
      { line: 3, outcome: 'new' },
      { line: 4, outcome: 'new' },
    ]);
    expect(body.understood).toMatchObject({ encoding: null, delimiter: ';' });
    expect(body.understood.columns).toEqual([
      { title: 'E-Mail Address', field: 'email' },
      { title: 'Surname', field: 'lastName' },
      { title: 'Shoe size', field: null },
      { title: 'User name', field: 'username' },
      { title: 'ROLE', field: 'role' },
      { title: 'Active', field: 'enabled' },
    ]);
    // The disabled user needs no seat.
    expect(body.seats[0]!.after - body.seats[0]!.before).toBe(1);
  });

  it('accepts only user name and e-mail address: a user without organization for a system admin', async () => {
    const { body } = await send(admin, 'username\temail\nonly.two\tonly.two@example.org', true);
    expect(body).toMatchObject({ rows: [{ outcome: 'new' }], seats: [], understood: { delimiter: '\t' } });
    expect(body.understood.defaults).toContainEqual({ field: 'organization', value: '' });
  });

  it('compares an existing user only by the columns of the file', async () => {
    const { body } = await send(admin, 'username,email\nroot.admin,root@example.org', true);
    expect(body.rows).toMatchObject([{ outcome: 'unchanged' }]);
  });

  it.each([
    ['a workbook', Buffer.from('PK\u0003\u0004xlsx', 'latin1'), /^This is a workbook/],
    ['a repeated column', Buffer.from('username,mail,E-Mail\n'), /"mail" and "E-Mail" both mean email/],
    ['no e-mails', Buffer.from('username,name\n'), /Missing: email/],
    ['a megabyte of line breaks', Buffer.from('\n'.repeat(1_000_000)), /more than 20000 lines/],
  ])('rejects %s', async (_, bytes, message) => {
    const { status, problem } = await sendFile(admin, bytes);
    expect(status).toBe(400);
    expect(problem.errors!['Csv']![0]).toMatch(message);
  });

  it('rejects a file above 1 MB, a file beside text, and an empty request', async () => {
    expect((await sendFile(admin, Buffer.alloc(1_000_010, 'x'))).status).toBe(400);
    expect((await admin.post('/users/import?dryRun=true', { csv: 'a', file: 'YQ==' })).status).toBe(400);
    expect((await admin.post('/users/import?dryRun=true', {})).status).toBe(400);
  });
});

it('reports in the dry run that an organization is unpaid', async () => {
  const unpaid = await platform.organization('Broke School');
  await admin.put(`/organizations/${unpaid}/status?isPaid=false`);
  const { body } = await send(admin, file(line('poor.1', { organization: 'Broke School' })), true);
  expect(body.rows).toMatchObject([
    { errors: [{ field: 'organization', message: 'The organization is unpaid: its users cannot sign in.' }] },
  ]);
});

it('exports users in natural order of user names', async () => {
  expect((await send(admin, file(line('natural10'), line('natural2')))).status).toBe(202);
  await platform.settled();
  const natural = (await usernames()).filter((username) => username.startsWith('natural'));
  expect(natural).toEqual(['natural2', 'natural10']);
});
