import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../../testing/untrusted-certificate.js';
import { freePort } from '../../database/free-port.js';
import { StartError } from '../../database/start-error.js';
import { probeKurrentDb } from './probe.js';
import { type DoubleOptions, KurrentDbDouble } from './testing/kurrentdb-double.js';

const tls = { key: CERTIFICATE_KEY, certificate: CERTIFICATE };
const credentials = { username: 'ready-room', password: 'hidden' };
let folder: string;
let double: KurrentDbDouble | undefined;
let silent: Server | undefined;
const sockets: Socket[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurrentdb-probe-'));
  await writeFile(join(folder, 'ca.pem'), CERTIFICATE);
});
afterEach(() => {
  double?.close();
  silent?.close();
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => rm(folder, { recursive: true }));

const probe = (url: string): Promise<string | undefined> => probeKurrentDb({ url, streamPrefix: '' });

/** Starts a double and returns its URL with other credentials and parameters. */
async function serve(options: DoubleOptions, parameters: string, password = credentials.password): Promise<string> {
  double = await KurrentDbDouble.start(options);
  const ca = encodeURIComponent(join(folder, 'ca.pem'));
  return `kurrentdb://ready-room:${password}@localhost:${double.port}?${parameters.replace('THE_FILE', ca)}`;
}

it.each([
  ['with TLS and credentials', { tls, credentials }, 'tls=true&tlsCAFile=THE_FILE'],
  ['with any certificate', { tls, credentials }, 'tlsVerifyCert=false'],
  ['without TLS', {}, 'tls=false'],
])('finds nothing wrong with a server %s', async (_, options, parameters) => {
  expect(await probe(await serve(options, parameters))).toBeUndefined();
});

it.each([
  ['credentials', 'wrong', { tls, credentials }, 'tlsCAFile=THE_FILE', /rejects the user or the password\.$/],
  [
    'authority',
    'hidden',
    { tls, credentials },
    'tls=true',
    /certificate that is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
  ],
  ['TLS of a server without it', 'hidden', {}, 'tlsCAFile=THE_FILE', /does not speak TLS: write tls=false/],
  ['plain connection to TLS', 'hidden', { tls, credentials }, 'tls=false', /speaks TLS: remove tls=false\.$/],
])('refuses wrong %s in a sentence with the host', async (_, password, options, parameters, reason) => {
  const failure = await probe(await serve(options, parameters, password)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartError);
  expect((failure as Error).message).toMatch(reason);
  expect((failure as Error).message).toContain(`KURRENTDB_URL: localhost:${double!.port} `);
  expect((failure as Error).message).not.toMatch(/hidden|wrong|ready-room/);
});

it('asks a server once for each attempt to sign in', async () => {
  await probe(await serve({ tls, credentials }, 'tlsCAFile=THE_FILE', 'wrong')).catch(() => undefined);
  expect(double!.refused).toBe(1);
});

it('reports hosts that refuse connections or do not exist as an outage', async () => {
  const port = await freePort();
  expect(await probe(`kurrentdb://127.0.0.1:${port},nowhere.invalid:2113?tls=false`)).toMatch(
    new RegExp(
      `^KURRENTDB_URL: 127\\.0\\.0\\.1:${port} is not reachable \\(.*ECONNREFUSED.*\\); nowhere\\.invalid:2113 is not reachable \\(.*\\)\\.$`,
    ),
  );
});

it('reports a server that accepts connections and says nothing as an outage, within five seconds', async () => {
  silent = createServer((socket) => sockets.push(socket.on('error', () => undefined).resume()));
  await new Promise<void>((resolve) => silent!.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const began = performance.now();
  expect(await probe(`kurrentdb://127.0.0.1:${port}?tls=false`)).toMatch(/accepts connections but does not answer/);
  expect(performance.now() - began).toBeLessThan(5_000);
});

it('reports a server without a leader as an outage', async () => {
  const url = await serve({}, 'tls=false');
  double!.fail('read', ...Array<'not ready'>(100).fill('not ready'));
  expect(await probe(url)).toMatch(/does not answer \(.*Server Is Not Ready\)\.$/);
});
