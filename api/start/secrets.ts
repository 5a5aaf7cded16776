import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SecretSetting } from '../config-settings.js';
import { SECRET_NAMES, type SecretName, type Secrets } from '../config.js';
import { StartError } from '../platform/database/start-error.js';

/** A list is stored as the text that a setting would have. */
const StoredSecret = z
  .union([
    z.string(),
    z
      .array(z.string())
      .min(1)
      .transform((values) => JSON.stringify(values)),
  ])
  .pipe(SecretSetting);

const StoredSecrets = z.partialRecord(z.enum(SECRET_NAMES), StoredSecret);
type StoredSecrets = z.infer<typeof StoredSecrets>;

/**
 * Returns the configured secrets, completed by those of `secrets.json`. Missing ones are generated once.
 * @param inUse secrets that the database already depends on; new keys could never decrypt its data
 */
export async function completeSecrets(
  dataDir: string,
  given: Partial<Secrets>,
  inUse: readonly SecretName[],
): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  const known = { ...(await readSecrets(path)), ...given };
  const missing = SECRET_NAMES.filter((name) => !known[name]);
  if (missing.length > 0) {
    const lost = missing.filter((name) => inUse.includes(name));
    if (lost.length > 0)
      throw new StartError(`${path} lacks ${lost.join(', ')}: restore it from a backup, or set them.`);
    const fresh = Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString('base64')]));
    Object.assign(known, fresh);
    await store(path, { ...(await readSecrets(path)), ...fresh });
  }
  return known as Secrets;
}

/** Returns the content of `secrets.json`; empty without the file. */
export const storedSecrets = (dataDir: string): Promise<StoredSecrets> => readSecrets(join(dataDir, 'secrets.json'));

/** Replaces generated secrets by those of a backup; only for a database without data. */
export async function replaceSecrets(dataDir: string, secrets: StoredSecrets): Promise<void> {
  await store(join(dataDir, 'secrets.json'), { ...(await storedSecrets(dataDir)), ...secrets });
}

async function readSecrets(path: string): Promise<StoredSecrets> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    return StoredSecrets.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(`${path} is damaged: restore it from a backup.`, { cause });
  }
}

async function store(path: string, secrets: StoredSecrets): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600, flush: true });
  await rename(draft, path);
}
