import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoAccounts } from './demo-accounts.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-accounts-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('keeps the accounts in a file that only the owner may read', async () => {
  const { file, accounts } = await demoAccounts(dataDir);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await demoAccounts(dataDir)).accounts).toEqual(accounts);
});

it('passes over what a killed start had only half written', async () => {
  await writeFile(join(dataDir, 'demo-accounts.json.new'), '[{"username":"adm', { mode: 0o644 });
  const { file, accounts } = await demoAccounts(dataDir);
  expect(accounts.length).toBeGreaterThan(30);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['demo-accounts.json']);
});

it('never writes where it reads: the file appears whole', async () => {
  await expect(demoAccounts(join(dataDir, 'missing'))).rejects.toThrow(/demo-accounts\.json\.new/);
});
