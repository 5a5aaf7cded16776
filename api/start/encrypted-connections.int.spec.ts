import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { CERTIFICATE, CERTIFICATE_KEY } from '../testing/untrusted-certificate.js';

/** Sends a request to each server, as the platform would, and prints the result. */
const CLIENTS = `
  const [pool, jobs, mail] = ['database/pool.js', 'jobs/redis-job-backend.js', 'mail/mail-transport.js'];
  const anchors = 'eventsourcing/sealing/anchor-targets.js';
  const load = (file) => import(${JSON.stringify(resolve('dist/api/platform'))} + '/' + file);
  const [database, redis, smtp, syslog, webhook] = process.argv.slice(1);
  const { openPool } = await load(pool);
  const { redisJobBackend } = await load(jobs);
  const { SmtpMailTransport } = await load(mail);
  const { anchorTargets } = await load(anchors);
  const queue = redisJobBackend(redis).openQueue();
  const message = { to: 'a@b.example', subject: 'a', text: 'a', html: 'a', messageId: '1@b.example', date: new Date() };
  const from = { name: 'a', address: 'a@b.example' };
  const failures = await Promise.all([
    openPool(database).query('select 1').catch((error) => error),
    new Promise((resolve) => queue.once('error', resolve)),
    new SmtpMailTransport(smtp, from).send(message, AbortSignal.timeout(4000)).catch((error) => error),
    ...anchorTargets({ syslog, webhook }).map((target) =>
      target.write({ seal: 'hidden' }, AbortSignal.timeout(4000)).then(() => ({ message: 'written' }), (error) => error)),
  ]);
  console.log(JSON.stringify(failures.map(({ message, cause }) => cause?.message ?? message)));
  process.exit();
`;

/** A PostgreSQL client first requests TLS in plain text: eight bytes, answered by one. */
const SSL_REQUEST_BYTES = 8;
const GREETINGS: Record<string, string> = {
  database: '',
  redis: '',
  smtp: '554 not today\r\n',
  syslog: '',
  webhook: '',
};

let folder: string;
const servers: Server[] = [];
/** The text that each server has read after its handshake. */
const received = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-tls-'));
  writeFileSync(join(folder, 'certificate.pem'), CERTIFICATE);
  for (const name of Object.keys(GREETINGS)) servers.push(await listen(name));
});
beforeEach(() => received.clear());
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

async function listen(name: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (name !== 'database') return encrypt(name, socket);
    socket.once('data', (request) => {
      expect(request).toHaveLength(SSL_REQUEST_BYTES);
      socket.write('S');
      encrypt(name, socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function encrypt(name: string, socket: Socket): void {
  const secure = new TLSSocket(socket, { isServer: true, cert: CERTIFICATE, key: CERTIFICATE_KEY });
  secure.on('error', () => undefined);
  secure.once('secure', () => secure.write(GREETINGS[name]!));
  secure.once('data', (bytes) => {
    received.set(name, bytes.toString());
    secure.destroy();
  });
}

async function connectAll(environment: Record<string, string>): Promise<string[]> {
  const [database, redis, smtp, syslog, webhook] = servers.map(
    (server) => `127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  const urls = [
    `postgres://app:hidden@${database}/training?sslmode=verify-full`,
    `rediss://:hidden@${redis}`,
    `smtps://user:hidden@${smtp}`,
    `tls://${syslog}`,
    `https://${webhook}/seals`,
  ];
  const args = ['--input-type=module', '--eval', CLIENTS, ...urls];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...environment } });
  return JSON.parse(stdout) as string[];
}

it('sends nothing to a server whose certificate is not trusted', async () => {
  for (const failure of await connectAll({})) expect(failure).toMatch(/self-signed certificate/);
  expect([...received]).toEqual([]);
});

it('connects to a server whose authority is in NODE_EXTRA_CA_CERTS', async () => {
  const failures = await connectAll({ NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem') });
  // From here on, the servers close the connections.
  expect(failures.join()).not.toMatch(/certificate/);
  expect(received.get('database')).toContain('training');
  expect(received.get('redis')).toContain('hidden');
  expect(failures[2]).toContain('not today');
  expect(received.get('syslog')).toMatch(/^\d+ <110>1 .*hidden/);
  expect(received.get('webhook')).toMatch(/^POST \/seals .*hidden/s);
});
