import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from './start-error.js';

const PostgresState = z.object({
  directory: z.string(),
  port: z.number().int(),
  passwords: z.object({ superuser: z.string(), admin: z.string(), app: z.string() }),
});

/** Content of `postgres.json` in the data folder: the cluster's directory, its port and the passwords of its roles. */
export type PostgresState = z.infer<typeof PostgresState>;

const pathOf = (dataDir: string): string => join(dataDir, 'postgres.json');

/**
 * Loads the state of the embedded server.
 * @returns undefined at the first start on this data folder
 * @throws StartError when the file is damaged
 */
export async function loadPostgresState(dataDir: string): Promise<PostgresState | undefined> {
  const text = await readFile(pathOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return PostgresState.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(
      `${pathOf(dataDir)} is damaged: restore it from a backup; the database cannot be opened without it.`,
      {
        cause,
      },
    );
  }
}

/** Saves the state. Replaces the file atomically, so that a killed start never leaves a partial file. */
export async function savePostgresState(dataDir: string, state: PostgresState): Promise<void> {
  const draft = `${pathOf(dataDir)}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(state, undefined, 2)}\n`, { mode: 0o600, flush: true });
  await rename(draft, pathOf(dataDir));
}

const password = (): string => randomBytes(24).toString('base64url');

/** Returns the state of a new cluster, with new passwords. */
export function newPostgresState(directory: string): PostgresState {
  return { directory, port: 0, passwords: { superuser: password(), admin: password(), app: password() } };
}
