import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../api/platform/database/embedded-postgres.js';
import { MIGRATIONS } from '../../api/migrations.js';
import { migrate } from '../../api/platform/database/migrate.js';
import { ADMIN_ROLE, APP_ROLE, DATABASE, withClient } from '../../api/platform/database/postgres-roles.js';
import { findSystemPostgres, startSystemPostgres } from '../../api/platform/database/testing/system-postgres.js';
import { PACKAGE_ROOT } from '../../api/platform/ops/package-info.js';
import { makeFolder, removeDataDir } from '../../api/start/testing/folders.js';
import { environmentOf, readComposeFile } from './testing/compose-file.js';
import { describeRequiring } from './testing/describe-requiring.js';

const SCRIPT = join(PACKAGE_ROOT, 'infra/containers/postgres/create-roles.sh');
const OWNER = 'managed';
const PASSWORDS = {
  database_admin_url: 'admin-password',
  database_url: 'app-password',
  database_read_url: 'read-password',
};
const ROLES = { database_admin_url: ADMIN_ROLE, database_url: APP_ROLE, database_read_url: 'ready_room_read' };

const system = findSystemPostgres();
if (!system) process.stderr.write('Roles are not tested on an older PostgreSQL: none below /usr/lib/postgresql.\n');

interface Server {
  readonly superuserUrl: string;
  stop(): Promise<void>;
}

const embedded = async (): Promise<Server> => {
  const dataDir = makeFolder('create-roles', 0o711);
  const { superuserUrl, stop } = await startEmbeddedPostgres({ dataDir });
  return { superuserUrl, stop: () => stop().then(() => removeDataDir(dataDir)) };
};
const servers = [
  { name: 'the newest PostgreSQL', start: embedded },
  ...(system ? [{ name: `PostgreSQL ${system.version}`, start: () => startSystemPostgres(system) }] : []),
];

const withDatabase = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: database }).href;

describeRequiring(['psql'], 'create-roles.sh', () => {
  describe.each(servers)('on $name', ({ start }) => {
    let server: Server;
    let secrets: string;

    beforeAll(async () => {
      server = await start();
      secrets = mkdtempSync(join(tmpdir(), 'ready-room-secrets-'));
      for (const [file, password] of Object.entries(PASSWORDS))
        writeFileSync(join(secrets, file), `${urlOf(file as keyof typeof ROLES, password)}\n`);
      await asSuperuser(`create role ${OWNER} login createrole createdb password '${OWNER}'`);
    });
    beforeEach(async () => {
      await asSuperuser(`drop database if exists ${DATABASE} with (force)`);
      await asSuperuser(`drop role if exists ${Object.values(ROLES).join(', ')}`);
    });
    afterAll(async () => {
      await server.stop();
      rmSync(secrets, { recursive: true });
    });

    const asSuperuser = (statement: string) =>
      withClient(withDatabase(server.superuserUrl, 'postgres'), (client) => client.query(statement));
    const urlOf = (file: keyof typeof ROLES, password = PASSWORDS[file]): string =>
      Object.assign(new URL(withDatabase(server.superuserUrl, DATABASE)), { username: ROLES[file], password }).href;

    /** Runs the script as a role. The superuser's password is in its address. */
    function run(role?: string): void {
      const { hostname, port, username, password } = new URL(server.superuserUrl);
      const login = { PGHOST: hostname, PGPORT: port, PGUSER: role ?? username, PGPASSWORD: role ?? password };
      const env = { PATH: process.env['PATH'], ...login, SECRETS_DIR: secrets };
      execFileSync('sh', [SCRIPT], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    }

    async function expectWorking(): Promise<void> {
      await migrate(urlOf('database_admin_url'), APP_ROLE, MIGRATIONS);
      await withClient(urlOf('database_url'), async (client) => {
        expect((await client.query('select from log.events')).rowCount).toBe(0);
        await client.query('create table read.example_v1 (id integer)');
      });
      await withClient(urlOf('database_read_url'), async (client) => {
        expect((await client.query('select from read.example_v1')).rowCount).toBe(0);
        await expect(client.query('select from log.events')).rejects.toThrow('permission denied');
      });
    }

    /** Runs the container's health check against this server. */
    function isHealthy(): boolean {
      const [, program, ...words] = readComposeFile('docker-compose.yml', environmentOf('.env.example')).services[
        'postgres'
      ]!.healthcheck!.test!;
      const { port } = new URL(server.superuserUrl);
      const env = { PATH: process.env['PATH'], PGPORT: port, PGPASSWORD: PASSWORDS.database_url };
      try {
        execFileSync(program!, words, { env, stdio: 'ignore' });
        return true;
      } catch {
        return false;
      }
    }

    it('creates roles and database as a superuser', async () => {
      run();
      await expectWorking();
    });

    it('needs only CREATEROLE and CREATEDB, and keeps no rights to the created objects', async () => {
      run(OWNER);
      await expectWorking();
      const asOwner = Object.assign(new URL(urlOf('database_url')), { username: OWNER, password: OWNER }).href;
      await expect(withClient(asOwner, (client) => client.query('select from log.events'))).rejects.toThrow(
        'permission denied',
      );
    });

    it.each([undefined, OWNER])('is safe to run again, and sets passwords anew (%s)', async (role) => {
      run(role);
      await asSuperuser(`alter role ${APP_ROLE} password 'forgotten'`);
      run(role);
      await expectWorking();
    });

    it('continues an interrupted run, which the health check of the container detects', async () => {
      expect(isHealthy()).toBe(false);
      await asSuperuser(`create role ${ADMIN_ROLE}`);
      await asSuperuser(`create role ${APP_ROLE} login password '${PASSWORDS.database_url}'`);
      await asSuperuser(`create database ${DATABASE} owner ${ADMIN_ROLE} template template0`);
      expect(isHealthy()).toBe(false);
      run();
      expect(isHealthy()).toBe(true);
      await expectWorking();
    });
  });
});
