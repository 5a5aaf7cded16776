import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { POOL } from '../../api/platform/database/pool.js';
import { TestPlatform } from '../../api/testing/test-platform.js';
import type { Account } from './accounts.js';
import { ApiClient } from './api-client.js';
import { MadeAccounts } from './made-accounts.js';
import { simulateClass } from './simulate-class.js';
import { NO_STEPS } from './steps.js';

let folder: string;
let file: string;
let platform: TestPlatform;
const admin: Account = { username: 'root.admin', password: 'orbital_mechanics_7#', role: 'SystemAdmin' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-made-'));
  file = join(folder, 'new', 'simulated-accounts.json');
  platform = await TestPlatform.start();
});
afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true });
});

const provide = (students: number, by = admin, steps = NO_STEPS) =>
  MadeAccounts.provide(platform.url, by, students, file, steps);

it('creates accounts on an empty platform, and plays a class with them', async () => {
  const shown: number[] = [];
  const accounts = await provide(3, admin, { ...NO_STEPS, show: (_, done) => void shown.push(done) });
  expect([accounts.students.length, shown]).toEqual([3, [1, 2, 3]]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const result = await simulateClass({ url: platform.url, accounts, seconds: 1, rate: 10 });
  expect(result.submitted).toBeGreaterThan(0);
  expect(result).toMatchObject({ acknowledged: result.submitted, lost: 0, doubled: 0, refused: 0 });
});

it('reuses existing accounts, and creates only missing ones', async () => {
  const before = await provide(2);
  const after = await provide(4);
  expect(after.instructor).toEqual(before.instructor);
  expect(after.students.slice(0, 2)).toEqual(before.students);
  expect(after.students).toHaveLength(4);
});

it('repeats an interrupted batch with the same passwords', async () => {
  const stop = new AbortController();
  const steps = { signal: stop.signal, show: () => stop.abort(new Error('Stopped.')) };
  await expect(provide(9, admin, steps)).rejects.toThrow('Stopped.');
  const { students } = await provide(9);
  expect(students).toHaveLength(9);
  for (const student of students) {
    expect(await new ApiClient(platform.url, student).token()).not.toBe('');
  }
});

it('creates students who can join the class when its organization is full', async () => {
  await provide(1);
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { students: Account[] }>;
  const { students } = stored[platform.url]!;
  const taken = Array.from({ length: 999 - students.length }, (_, index) => ({ ...admin, username: `seat-${index}` }));
  students.push(...taken);
  writeFileSync(file, JSON.stringify(stored));
  const { instructor, students: all } = await provide(1_001);
  const accounts = { instructor, students: all.slice(999) };
  expect(await simulateClass({ url: platform.url, accounts, seconds: 1, rate: 10 })).toMatchObject({
    refused: 0,
    lost: 0,
  });
});

it('reports what is wrong with the administrator', async () => {
  rmSync(file, { force: true });
  await expect(provide(1, { ...admin, password: 'wrong' })).rejects.toThrow(
    'The password of the administrator is wrong.',
  );
  const instructor = await platform.person('Instructor', await platform.organization());
  const { rows } = await platform.app
    .get<Pool>(POOL)
    .query<{ username: string }>('select username from read.people where id = $1', [instructor.userId]);
  await expect(provide(1, { ...admin, username: rows[0]!.username })).rejects.toThrow(
    'Only a system administrator can create accounts: name one with --admin.',
  );
});

it('creates new accounts when the platform no longer knows the old ones', async () => {
  const before = await provide(1);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(before.instructor.username, 'sim-unknown'));
  const after = await provide(1);
  expect(after.instructor.username).not.toBe('sim-unknown');
  expect(after.students).not.toEqual(before.students);
});

it('refuses to overwrite a file with other content', async () => {
  const foreign = join(folder, 'foreign.json');
  writeFileSync(foreign, '[]');
  await expect(MadeAccounts.provide(platform.url, admin, 1, foreign, NO_STEPS)).rejects.toThrow('Rename or delete it.');
  expect(readFileSync(foreign, 'utf8')).toBe('[]');
});

it('keeps the accounts of each platform', async () => {
  const { instructor } = await provide(1);
  const other = await TestPlatform.start();
  try {
    const accounts = await MadeAccounts.provide(other.url, admin, 1, file, NO_STEPS);
    expect(accounts.students).toHaveLength(1);
    expect(accounts.instructor).not.toEqual(instructor);
  } finally {
    await other.stop();
  }
  expect((await provide(1)).instructor).toEqual(instructor);
});
