import pg from 'pg';

/** Roles and database of the embedded server. The application's role has only the privileges that migrations grant. */
export const ADMIN_ROLE = 'ready_room_admin';
export const APP_ROLE = 'ready_room_app';
export const DATABASE = 'ready_room';

/** Runs `work` on a new connection, and closes the connection afterwards. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A lost connection also rejects the running query, so the caller receives the error from there.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates missing roles. Safe to run again, because a previous start may have been killed halfway. */
export async function ensureRoles(client: pg.Client, passwords: { admin: string; app: string }): Promise<void> {
  await ensureRole(client, ADMIN_ROLE, passwords.admin);
  await ensureRole(client, APP_ROLE, passwords.app);
  // The migrator creates schemas that belong to the application.
  await client.query(`grant ${APP_ROLE} to ${ADMIN_ROLE}`);
}

/**
 * Creates a database owned by the migrator if it is missing, and lets the application connect to it. The application may create
 * temporary tables, to verify read models.
 */
export async function ensureDatabase(client: pg.Client, name: string, template = 'template1'): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  const database = client.escapeIdentifier(name);
  if (!rowCount) await client.query(`create database ${database} owner ${ADMIN_ROLE} template ${template}`);
  await client.query(`revoke all on database ${database} from public`);
  await client.query(`grant connect, temporary on database ${database} to ${APP_ROLE}`);
}

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (!rowCount) await client.query(`create role ${role} login password ${client.escapeLiteral(password)}`);
}
