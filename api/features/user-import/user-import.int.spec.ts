import { setTimeout as delay } from 'node:timers/promises';
import { USER_CSV_COLUMNS, type UserImportResult } from '../../contracts/user-import.contract.js';
import { CSV_START } from '../../platform/csv/csv.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';

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
const send = (client: TestClient, csv: string, dryRun = false) =>
  client.post<UserImportResult>(`/users/import?dryRun=${dryRun}`, { csv });

async function exported(client: TestClient, query = ''): Promise<{ status: number; text: string }> {
  const response = await fetch(`${platform.url}/api/users/export${query}`, {
    headers: { 'x-auth-token': client.token },
  });
  return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString('utf8') };
}
const usernames = async () => (await exported(admin)).text.split('\r\n').map((row) => row.split(',')[0]!);

it('says what is wrong line by line, and makes nobody when anything is', async () => {
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

it('shows the seats before and after, and refuses more than there are', async () => {
  const few = await send(admin, file(line('seat.1'), line('seat.2', { enabled: 'false' })), true);
  expect(few.body).toMatchObject({
    imported: 2,
    seats: [{ name: 'Orbit School', before: 1, after: 2, userLimit: 10 }],
  });
  const many = await send(admin, file(...Array.from({ length: 10 }, (_, index) => line(`seat.${index}`))));
  expect(many.body.rows.filter(({ outcome }) => outcome === 'error').map(({ line }) => line)).toEqual([11]);
  expect(await usernames()).not.toContain('seat.1');
});

it('imports, invites by mail, changes nothing when repeated, and takes the export unchanged', async () => {
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

it('keeps an organization admin within the own organization', async () => {
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
  expect(text).not.toContain('root.admin');
  expect((await exported(manager, '?orgId=0198c0de-0000-7000-8000-00000000abcd')).status).toBe(404);
  const student = await platform.person('User', null);
  expect((await send(student, csv)).status).toBe(403);
  expect((await exported(student)).status).toBe(403);
});

it('lets an organization admin of no organization import nobody and see nobody', async () => {
  const nobodys = await platform.person('OrganizationAdmin', null);
  const csv = file(line('stray.1'), line('stray.2', { organization: 'Range' }), line('stray.3', { organization: '' }));
  for (const dryRun of [true, false]) {
    const { status, problem } = await send(nobodys, csv, dryRun);
    expect({ status, title: problem.title }).toEqual({ status: 404, title: 'The organization was not found.' });
  }
  // Nor does it tell who is there, by lines that are the same as somebody of no organization.
  expect((await send(nobodys, (await exported(admin)).text, true)).status).toBe(404);
  expect((await exported(nobodys)).status).toBe(404);
  expect((await usernames()).filter((name) => name.startsWith('stray.'))).toEqual([]);
});

it.each([
  ['no table', 'anything', /^The first line must name the columns/],
  ['an open quote', `${HEAD}\r\n"a,b`, /is no CSV/],
  ['too many', file(...Array.from({ length: 1_001 }, () => 'x')), /^Import at most 1000/],
])('refuses %s', async (_, csv, message) => {
  const { status, problem } = await send(admin, csv);
  expect(status).toBe(400);
  expect(problem.errors!['Csv']![0]).toMatch(message);
});
