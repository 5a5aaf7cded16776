import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, describeRequiring } from '../../infra/containers/testing/describe-requiring.js';
import { freePort } from '../platform/database/free-port.js';
import { withClient } from '../platform/database/postgres-roles.js';
import { createTestDatabase, type TestDatabase } from '../platform/database/testing/test-database.js';
import { until } from '../testing/until.js';
import { assertDirect } from './direct-connection.js';
import { makeFolder, removeDataDir } from './testing/folders.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('accepts a server that is reached directly', async () => {
  await expect(assertDirect(database.appUrl, 'DATABASE_URL')).resolves.toBeUndefined();
});

describeRequiring(['pgbouncer'], 'PgBouncer', () => {
  let folder: string;
  let bouncer: ChildProcess | undefined;

  beforeEach(() => {
    folder = makeFolder('pgbouncer', 0o755);
  });
  afterEach(async () => {
    if (bouncer?.kill('SIGKILL')) await once(bouncer, 'exit');
    removeDataDir(folder);
  });

  /** In front of the test's database. `settings` are lines of its configuration; `atConnect` runs in each new session. */
  async function pooled(settings: readonly string[], atConnect?: string): Promise<string> {
    const { hostname, port, pathname, username, password } = new URL(database.appUrl);
    const listenPort = await freePort();
    writeFileSync(join(folder, 'users'), `"${username}" "${decodeURIComponent(password)}"\n`);
    const connect = atConnect ? ` connect_query='${atConnect}'` : '';
    const config = [
      '[databases]',
      `* = host=${hostname} port=${port}${connect}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${join(folder, 'users')}`,
      ...settings,
    ];
    writeFileSync(join(folder, 'pgbouncer.ini'), config.join('\n'));
    // It refuses to run as root.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    bouncer = spawn(findProgram('pgbouncer')!, [join(folder, 'pgbouncer.ini')], { stdio: 'ignore', cwd: '/', ...user });
    const url = `postgres://${username}@127.0.0.1:${listenPort}${pathname}`;
    await until(() =>
      withClient(url, (client) => client.query('select 1')).then(
        () => true,
        () => false,
      ),
    );
    return url;
  }

  const PASSED_OVER =
    'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits';

  it.each([
    ['with default settings', [], undefined, 'rejects the settings of connections'],
    ['when it ignores settings of connections', [PASSED_OVER], undefined, 'drops the settings of connections'],
    [
      'when it pools transactions',
      [PASSED_OVER, 'pool_mode = transaction'],
      'set statement_timeout = 4321',
      'shares sessions between connections',
    ],
  ])('is refused %s, with a message that names the setting to change', async (_which, settings, atConnect, sign) => {
    const url = await pooled(settings, atConnect);
    const { host, pathname } = new URL(url);
    await expect(assertDirect(url, 'DATABASE_URL')).rejects.toThrow(
      `The database ${host}${pathname} is behind a connection pooler, which ${sign}: set DATABASE_URL to the address of the server itself`,
    );
  });
});
