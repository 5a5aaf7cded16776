import { SECRET_NAMES, type SecretName } from '../config.js';
import { withClient } from '../platform/database/postgres-roles.js';
import { StartError } from '../platform/database/start-error.js';

const MUST_BE_ON = ['fsync', 'full_page_writes', 'synchronous_commit'];

/**
 * Refuses a server that may forget what it acknowledged.
 * @param variable the setting that holds the URL, for the sentence of the error
 * @throws StartError when the server cannot be reached or is not durable
 */
export async function assertDurable(url: string, variable: string): Promise<void> {
  const off = await ask(url, variable);
  if (off.length === 0) return;
  throw new StartError(
    `The database has ${off.join(', ')} off and could lose what it acknowledged: switch on for server, database and role, then start again.`,
  );
}

/** Whether a role may do anything at all, which no application role should. */
export async function isSuperuser(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ setting: string }>(`select current_setting('is_superuser') as setting`);
    return rows[0]?.setting === 'on';
  });
}

/** Whether a start got as far as creating the event log, so that keys in use may have encrypted something. */
export async function isMigrated(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(`select to_regclass('log.events') is not null as found`);
    return rows[0]?.found === true;
  });
}

/** The secrets something in the database was made with, which therefore cannot be made anew. */
export async function secretsInUse(url: string): Promise<readonly SecretName[]> {
  if (!(await isMigrated(url))) return [];
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(`select to_regclass('log.seals') is not null as found`);
    return SECRET_NAMES.filter((name) => name !== 'AUDIT_KEY' || rows[0]?.found);
  });
}

async function ask(url: string, variable: string): Promise<string[]> {
  const text = `select name from pg_settings where name = any($1) and setting = 'off' order by name`;
  try {
    return await withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(text, [MUST_BE_ON]);
      return rows.map((row) => row.name);
    });
  } catch (cause) {
    const { host, pathname } = new URL(url);
    throw new StartError(
      `The database ${host}${pathname} does not answer (${reasonOf(cause)}): check ${variable} and that the server runs.`,
      { cause },
    );
  }
}

/** Connecting to a name with several addresses fails with one error per address and no message of its own. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'no reason given';
}
