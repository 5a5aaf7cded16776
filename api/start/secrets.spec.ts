import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretValues } from '../config-settings.js';
import { SECRET_NAMES, type Secrets } from '../config.js';
import { completeSecrets } from './secrets.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'secrets.json');
const given = 'g'.repeat(43);

it('generates 256 random bits for each secret once, readable only by the owner', async () => {
  const first = await completeSecrets(folder, {}, []);
  expect(Object.keys(first).toSorted()).toEqual([...SECRET_NAMES].toSorted());
  for (const secret of Object.values(first)) expect(Buffer.from(secret, 'base64')).toHaveLength(32);
  expect(new Set(Object.values(first)).size).toBe(SECRET_NAMES.length);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(await completeSecrets(folder, {}, SECRET_NAMES)).toEqual(first);
});

it('prefers configured secrets and does not write them to the file', async () => {
  const secrets = await completeSecrets(folder, { JWT_SECRET: given }, []);
  expect(secrets.JWT_SECRET).toBe(given);
  expect(readFileSync(path(), 'utf8')).not.toContain(given);
});

it('never generates a new key for a database in use', async () => {
  await expect(completeSecrets(folder, { JWT_SECRET: given }, SECRET_NAMES)).rejects.toThrow(
    /lacks MASTER_KEY, HMAC_KEY, PASSWORD_PEPPER, AUDIT_KEY: restore it/,
  );
});

it('generates a key that a newer version added, beside those in use', async () => {
  await completeSecrets(folder, {}, []);
  const { AUDIT_KEY, ...older } = JSON.parse(readFileSync(path(), 'utf8')) as Secrets;
  writeFileSync(path(), JSON.stringify(older));
  const { AUDIT_KEY: made, ...kept } = await completeSecrets(
    folder,
    {},
    SECRET_NAMES.filter((name) => name !== 'AUDIT_KEY'),
  );
  expect(kept).toEqual(older);
  expect(Buffer.from(made, 'base64')).toHaveLength(32);
  expect(made).not.toBe(AUDIT_KEY);
});

it('reads lists from the file, in either form, and keeps them when it adds a secret', async () => {
  const [one, two] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  writeFileSync(path(), JSON.stringify({ MASTER_KEY: [one, two], HMAC_KEY: `${one},${two}` }));
  for (let start = 0; start < 2; start += 1) {
    const { MASTER_KEY, HMAC_KEY } = await completeSecrets(folder, {}, []);
    expect([MASTER_KEY, HMAC_KEY].map(secretValues)).toEqual([
      [one, two],
      [one, two],
    ]);
  }
});

it('refuses a damaged file instead of replacing it', async () => {
  writeFileSync(path(), '{"MASTER_KEY":"short"}');
  await expect(completeSecrets(folder, {}, [])).rejects.toThrow(/damaged: restore it/);
});
