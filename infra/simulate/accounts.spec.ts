import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAccounts } from './accounts.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ready-room-accounts-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const account = (username: string, role: string): object => ({ username, password: 'secret', role });

function fileOf(content: unknown): string {
  const file = join(folder, 'accounts.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

it('finds an instructor and the requested number of students', async () => {
  const file = fileOf([
    account('a', 'SystemAdmin'),
    account('i', 'Instructor'),
    account('s', 'User'),
    account('t', 'User'),
  ]);
  const { instructor, students } = await readAccounts(file, 1);
  expect([instructor.username, students.map(({ username }) => username)]).toEqual(['i', ['s']]);
});

it.each([
  ['no instructor', [account('s', 'User')], /^There is no instructor in /],
  [
    'too few students',
    [account('i', 'Instructor'), account('s', 'User')],
    /^There are only 1 students in .*, not 2\.$/,
  ],
  ['objects of another shape', [{ name: 'x' }], /is not a list of \{username, password, role\}\.$/],
  ['invalid JSON', 'accounts', /is not a list of /],
])('refuses a file with %s', async (_case, content, message) => {
  await expect(readAccounts(fileOf(content), 2)).rejects.toThrow(message);
});

it('explains how to get accounts when there is no file', async () => {
  await expect(readAccounts(join(folder, 'none.json'), 1)).rejects.toThrow(
    /was not found: start the demo with "npm start"/,
  );
});
