import { X509Certificate, createPrivateKey } from 'node:crypto';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Redis } from 'ioredis';
import { freePort } from '../../api/platform/database/free-port.js';
import { KurrentDbDouble } from '../../api/platform/eventsourcing/kurrentdb/testing/kurrentdb-double.js';
import { openOwnedStore } from '../../api/platform/eventsourcing/kurrentdb/testing/owned-kurrentdb.js';
import { newStream, sampleEvent } from '../../api/platform/eventsourcing/testing/sample-events.js';
import { PACKAGE_ROOT } from '../../api/platform/ops/package-info.js';
import { until } from '../../api/testing/until.js';
import { makeDataDir } from '../bench/environment/data-dir.js';
import { environmentOf, readComposeFile } from './testing/compose-file.js';
import { findProgram, describeRequiring } from './testing/describe-requiring.js';

const IN_CONTAINERS = '/run/secrets/';

describeRequiring(['openssl'], 'the secrets of the engines', () => {
  let [folder, secrets, remove]: [string, string, () => Promise<void>] = ['', '', () => Promise.resolve()];
  beforeAll(async () => {
    ({ dataDir: folder, remove } = await makeDataDir('engine-secrets'));
    secrets = makeSecrets('new');
  });
  afterAll(() => remove());

  const makeSecrets = (name: string): string => {
    const path = join(folder, name);
    execFileSync('sh', [join(PACKAGE_ROOT, 'infra/containers/make-secrets.sh'), path], { stdio: 'ignore' });
    return path;
  };
  const secret = (name: string, within = secrets): string => readFileSync(join(within, name), 'utf8').trim();

  describe('KurrentDB', () => {
    const settings = (within?: string) => parseEnv(secret('kurrentdb_settings', within)) as Record<string, string>;

    it('gets a self-signed certificate with its key for the host name in the address', () => {
      const certificate = new X509Certificate(secret('kurrentdb.crt'));
      expect(certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)).toBe(true);
      expect(certificate.checkHost(new URL(secret('kurrentdb_url')).hostname)).toBe('kurrentdb');
      expect(certificate.checkPrivateKey(createPrivateKey(secret('kurrentdb.key')))).toBe(true);
      // The only formats that KurrentDB reads.
      expect(certificate.publicKey.asymmetricKeyType).toBe('rsa');
      expect(secret('kurrentdb.key')).toMatch(/^-----BEGIN PRIVATE KEY-----\n[^-]+-----END PRIVATE KEY-----$/);
    });

    it('uses certificate files that exist in its container', () => {
      const { secrets: mounted } = readComposeFile('docker-compose.kurrentdb.yml', environmentOf('.env.example'))
        .services['kurrentdb']!;
      const { KURRENTDB_CERTIFICATE_FILE: certificate, KURRENTDB_CERTIFICATE_PRIVATE_KEY_FILE: key } = settings();
      expect([certificate, key]).toEqual(mounted!.map((name) => IN_CONTAINERS + name));
    });

    it('accepts nodes that have the password, over TLS', async () => {
      const { KURRENTDB_DEFAULT_ADMIN_PASSWORD: password = '', KURRENTDB_DEFAULT_OPS_PASSWORD: other } = settings();
      expect(new Set([password, other, 'changeit', undefined]).size).toBe(4);
      const double = await KurrentDbDouble.start({
        tls: { key: secret('kurrentdb.key'), certificate: secret('kurrentdb.crt') },
        credentials: { username: 'admin', password },
      });
      const url = secret('kurrentdb_url')
        .replace('@kurrentdb:2113', `@localhost:${new URL(double.url).port}`)
        .replace(IN_CONTAINERS, `${secrets}/`);
      const store = await openOwnedStore({ url, streamPrefix: '' });
      try {
        const stream = newStream();
        await store.appendToStream(stream, 'no-stream', [sampleEvent()]);
        expect(await store.readStream(stream)).toHaveLength(1);
      } finally {
        await store.close();
        double.close();
      }
    });

    it('stays without TLS while an older installation configures an address without TLS', () => {
      const older = join(folder, 'older');
      const address = 'kurrentdb://kurrentdb:2113?tls=false';
      cpSync(secrets, older, { recursive: true });
      rmSync(join(older, 'kurrentdb_settings'));
      writeFileSync(join(older, 'kurrentdb_url'), `${address}\n`);
      makeSecrets('older');
      expect([secret('kurrentdb_url', older), settings(older)]).toEqual([address, { KURRENTDB_INSECURE: 'true' }]);
      rmSync(join(older, 'kurrentdb_url'));
      makeSecrets('older');
      expect(secret('kurrentdb_url', older)).toContain(`admin:${settings(older)['KURRENTDB_DEFAULT_ADMIN_PASSWORD']}@`);
    });
  });

  describeRequiring(['redis-server'], 'Redis', () => {
    it('requires the password that is in the address of the nodes', async () => {
      const [program = '', ...words] = readComposeFile('docker-compose.redis.yml', environmentOf('.env.example'))
        .services['redis']!.command!;
      const port = await freePort();
      const args = words.map((word) => word.replace(IN_CONTAINERS, `${secrets}/`));
      const server = spawn(
        findProgram(program)!,
        [...args, '--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder],
        {
          stdio: 'ignore',
        },
      );
      const ended = once(server, 'exit');
      const url = secret('redis_url').replace('@redis:6379', `@127.0.0.1:${port}`);
      const request = async (address: string): Promise<string> => {
        const client = new Redis(address, { lazyConnect: true, retryStrategy: () => null, disconnectTimeout: 1 });
        client.on('error', () => undefined);
        try {
          return await client.ping();
        } catch (error) {
          return (error as Error).message;
        } finally {
          client.disconnect();
        }
      };
      try {
        await until(async () => (await request(url)) === 'PONG');
        expect(await request(`redis://127.0.0.1:${port}`)).toMatch(/^NOAUTH/);
        expect(await request(url.replace(/:[0-9a-f]+@/, ':wrong@'))).toMatch(/WRONGPASS|NOAUTH/);
      } finally {
        server.kill('SIGTERM');
        await ended;
      }
    });
  });
});
