import type pg from 'pg';
import { SECRET_NAMES, type SecretName } from '../config.js';
import { withClient } from '../platform/database/postgres-roles.js';
import { StartError } from '../platform/database/start-error.js';

const MUST_BE_ON = ['fsync', 'full_page_writes', 'synchronous_commit'];

/** Properties of a server that a start checks. */
export interface ServerFacts {
  /** Such as `150004`. */
  readonly versionNumber: number;
  /** Such as `15.4 (Debian 15.4-1)`. */
  readonly version: string;
  /** Settings that must be on and are off. */
  readonly off: readonly string[];
}

const OLDEST_VERSION = 15;

/** Returns why the platform does not work with a server, in one sentence; undefined for a server that is fit. */
export function unfitness({ versionNumber, version, off }: ServerFacts): string | undefined {
  if (versionNumber < OLDEST_VERSION * 10_000)
    return `The database runs PostgreSQL ${version}: upgrade it to ${OLDEST_VERSION} or newer, then start again.`;
  if (off.length > 0)
    return `The database has ${off.join(', ')} off and could lose acknowledged data: switch them on for server, database and role, then start again.`;
  return undefined;
}

/**
 * Refuses a server that is too old or can lose acknowledged data.
 * @param variable the setting with the URL, named in the error
 * @throws StartError when the server cannot be reached or is not suitable
 */
export async function assertFit(url: string, variable: string): Promise<void> {
  const reason = unfitness(await readServerFacts(url, variable));
  if (reason) throw new StartError(reason);
}

/** Returns whether a role has unlimited rights, which no application role should have. */
export async function isSuperuser(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ setting: string }>(`select current_setting('is_superuser') as setting`);
    return rows[0]?.setting === 'on';
  });
}

/** Returns whether a start has already created the event log, so that the present keys may have encrypted data. */
export async function isMigrated(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(`select to_regclass('log.events') is not null as found`);
    return rows[0]?.found === true;
  });
}

/** Returns the secrets that stored data depends on, which therefore cannot be replaced. */
export async function secretsInUse(url: string): Promise<readonly SecretName[]> {
  if (!(await isMigrated(url))) return [];
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(`select to_regclass('log.seals') is not null as found`);
    return SECRET_NAMES.filter((name) => name !== 'AUDIT_KEY' || rows[0]?.found);
  });
}

/** Rejected passwords and roles, and a missing database: `create-roles.sh` creates these. */
const MADE_BY_CREATE_ROLES = new Set(['28P01', '28000', '3D000']);

async function readServerFacts(url: string, variable: string): Promise<ServerFacts> {
  const text = `select current_setting('server_version_num')::integer as "versionNumber",
                       current_setting('server_version') as version,
                       array(select name::text from pg_settings where name = any($1) and setting = 'off' order by name) as off`;
  try {
    return await withClient(url, async (client) => {
      const { rows } = await client.query<ServerFacts>(text, [MUST_BE_ON]);
      return rows[0]!;
    });
  } catch (cause) {
    const { host, pathname } = new URL(url);
    const place = `The database ${host}${pathname}`;
    if (MADE_BY_CREATE_ROLES.has((cause as pg.DatabaseError).code ?? ''))
      throw new StartError(
        `${place} rejects ${variable} (${reasonOf(cause)}): check user and password, or run infra/containers/postgres/create-roles.sh again, which creates missing roles and the database.`,
        { cause },
      );
    throw new StartError(`${place} does not answer (${reasonOf(cause)}): check ${variable} and that the server runs.`, {
      cause,
    });
  }
}

/** Connecting to a host name with several addresses fails with one error per address and no message of its own. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'no reason given';
}
