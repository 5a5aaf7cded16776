import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoAccounts } from './demo-accounts.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-accounts-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('stores the accounts in a file that only the owner can read', async () => {
  const { file, accounts } = await demoAccounts(dataDir);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await demoAccounts(dataDir)).accounts).toEqual(accounts);
});

it('ignores the incomplete file of an interrupted start', async () => {
  await writeFile(join(dataDir, 'demo-accounts.json.new'), '[{"username":"adm', { mode: 0o644 });
  const { file, accounts } = await demoAccounts(dataDir);
  expect(accounts.length).toBeGreaterThan(30);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['demo-accounts.json']);
});

it('creates the data folder, which an external database does not need otherwise', async () => {
  const { file } = await demoAccounts(join(dataDir, 'nested', 'data'));
  expect((await stat(file)).isFile()).toBe(true);
  expect((await stat(join(dataDir, 'nested', 'data'))).mode & 0o777).toBe(0o700);
});

it('explains in one sentence that the file cannot be written', async () => {
  const occupied = join(dataDir, 'file');
  await writeFile(occupied, '');
  await expect(demoAccounts(occupied)).rejects.toThrow(
    /^The demo accounts cannot be written to .*demo-accounts\.json \(.*\): set DATA_DIR to a folder/,
  );
});
