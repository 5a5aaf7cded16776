import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRET_NAMES } from '../config.js';
import { completeSecrets } from './secrets.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'secrets.json');
const given = 'g'.repeat(43);

it('generates 256 random bits for each, once, readable by the owner alone', async () => {
  const first = await completeSecrets(folder, {}, false);
  expect(Object.keys(first).toSorted()).toEqual([...SECRET_NAMES].toSorted());
  for (const secret of Object.values(first)) expect(Buffer.from(secret, 'base64')).toHaveLength(32);
  expect(new Set(Object.values(first)).size).toBe(SECRET_NAMES.length);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(await completeSecrets(folder, {}, true)).toEqual(first);
});

it('prefers what was set and does not write it down', async () => {
  const secrets = await completeSecrets(folder, { JWT_SECRET: given }, false);
  expect(secrets.JWT_SECRET).toBe(given);
  expect(readFileSync(path(), 'utf8')).not.toContain(given);
});

it('never makes a new key for a database that was used', async () => {
  await expect(completeSecrets(folder, { JWT_SECRET: given }, true)).rejects.toThrow(
    /lacks MASTER_KEY, HMAC_KEY, PASSWORD_PEPPER: restore it/,
  );
});

it('refuses a damaged file instead of replacing it', async () => {
  writeFileSync(path(), '{"MASTER_KEY":"short"}');
  await expect(completeSecrets(folder, {}, false)).rejects.toThrow(/damaged: restore it/);
});
