import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, type ConnectionOptions } from 'node:tls';
import { securityHeaders } from '../../api/platform/http/security-headers.js';
import { PACKAGE_ROOT } from '../../api/platform/ops/package-info.js';
import { until } from '../../api/testing/until.js';
import { makeDataDir } from '../bench/environment/data-dir.js';
import { freePort } from '../../api/platform/database/free-port.js';
import { findProgram, describeRequiring } from './testing/describe-requiring.js';

/** Tests the servers beside our own with the configuration of their containers. */
const fileOf = (path: string): string => join(PACKAGE_ROOT, 'infra/containers', path);

const PATH_OF_SERVERS = `${process.env['PATH']}:/usr/sbin`;

let folder: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ dataDir: folder, remove } = await makeDataDir('servers'));
});
afterAll(() => remove());

describeRequiring(['haproxy', 'openssl'], 'the proxy', () => {
  const nodes = { HTTP_NODE_1: 'localhost:3000', HTTP_NODE_2: 'localhost:3001' };
  const check = (environment: Record<string, string>) =>
    spawnSync(findProgram('haproxy')!, ['-c', '-f', fileOf('proxy/haproxy.cfg')], {
      env: { ...nodes, ...environment },
      encoding: 'utf8',
    });

  it('has a configuration without warnings in front of nodes only', () => {
    expect(check({})).toMatchObject({ status: 0, stderr: '' });
  });

  it('has a configuration with TLS, the certificate of the first start, and the file server', () => {
    const secrets = join(folder, 'secrets');
    execFileSync('sh', [fileOf('make-secrets.sh'), secrets, 'ready-room.example']);
    const checked = check({ PROXY_TLS_CERTIFICATE: join(secrets, 'tls_certificate'), WEB_NODE: 'localhost:8080' });
    expect(checked).toMatchObject({ status: 0, stderr: '' });
    const made = readFileSync(join(secrets, 'tls_certificate'), 'utf8');
    expect(execFileSync('sh', [fileOf('make-secrets.sh'), secrets], { encoding: 'utf8' })).toBe('');
    expect(readFileSync(join(secrets, 'tls_certificate'), 'utf8')).toBe(made);
  });

  it('accepts as many connections as the limit of open files allows, and warns', async () => {
    const operators = `127.0.0.1:${await freePort()}`;
    const environment = { PROXY_BIND: `127.0.0.1:${await freePort()}`, PROXY_OPS_BIND: operators };
    const server = spawn('sh', ['-c', `ulimit -n 1500 && exec sh ${fileOf('proxy/start.sh')}`], {
      env: { ...nodes, ...environment, PATH: PATH_OF_SERVERS },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(server, 'exit');
    const warning = text(server.stderr);
    try {
      const metrics = () => fetch(`http://${operators}/metrics`).then((answer) => answer.text());
      await until(() => metrics().then(Boolean, () => false));
      expect(await metrics()).toMatch(/^haproxy_process_max_connections 500$/m);
    } finally {
      server.kill('SIGTERM');
      await ended;
    }
    expect(await warning).toContain(
      'Warning: only 1500 files can be open, so the proxy takes 500 connections instead of 10000. Raise the limit (nofile) to 20500.',
    );
  });

  it('stops with a message when the limit of open files is too low', () => {
    const command = `ulimit -n 400 && exec sh ${fileOf('proxy/start.sh')}`;
    const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      'The proxy cannot start: it needs more than 400 open files. Raise the limit (nofile) to 20500.\n',
    ]);
  });

  describe('with TLS on its own port', () => {
    let [port, tlsPort, server]: [number, number, ChildProcess | undefined] = [0, 0, undefined];

    beforeAll(async () => {
      const secrets = join(folder, 'secrets-of-tls');
      execFileSync('sh', [fileOf('make-secrets.sh'), secrets, 'ready-room.example']);
      [port, tlsPort] = [await freePort(), await freePort()];
      const environment = {
        PROXY_TLS_CERTIFICATE: join(secrets, 'tls_certificate'),
        PROXY_BIND: `127.0.0.1:${port}`,
        PROXY_TLS_BIND: `127.0.0.1:${tlsPort}`,
        PROXY_HTTPS_PORT: '8443',
        PROXY_OPS_BIND: `127.0.0.1:${await freePort()}`,
        PROXY_CONNECTIONS: '100',
      };
      const env = { ...nodes, ...environment };
      server = spawn(findProgram('haproxy')!, ['-db', '-f', fileOf('proxy/haproxy.cfg')], { env, stdio: 'ignore' });
      await until(() => redirect().then(Boolean, () => false));
    });
    afterAll(async () => {
      const exit = server && once(server, 'exit');
      server?.kill('SIGTERM');
      await exit;
    });

    const redirect = async (): Promise<string | null> => {
      const { headers } = await fetch(`http://127.0.0.1:${port}/courses?page=2`, { redirect: 'manual' });
      return headers.get('location');
    };
    const handshake = async (options: ConnectionOptions): Promise<string> => {
      const socket = connect({ host: '127.0.0.1', port: tlsPort, rejectUnauthorized: false, ...options });
      try {
        await once(socket, 'secureConnect');
        return socket.getCipher().name;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code ?? '';
      } finally {
        socket.destroy();
      }
    };

    it('redirects plain HTTP to the port that browsers use', async () => {
      expect(await redirect()).toBe('https://127.0.0.1:8443/courses?page=2');
    });

    it('accepts only ECDHE with authenticated encryption in TLS 1.2', async () => {
      const only = (ciphers: string) => handshake({ maxVersion: 'TLSv1.2', ciphers });
      expect(await only('ECDHE+AESGCM:ECDHE+CHACHA20')).toMatch(/^ECDHE-\w+-(AES\d+-GCM|CHACHA20)/);
      const refused = /SSLV3_ALERT_HANDSHAKE_FAILURE|ECONNRESET/;
      expect(await only('ECDHE+SHA:ECDHE+SHA256:ECDHE+SHA384:!AESGCM:!CHACHA20')).toMatch(refused);
      expect(await only('AES128-GCM-SHA256:AES256-SHA')).toMatch(refused);
      expect(await handshake({ minVersion: 'TLSv1.3' })).toMatch(/^TLS_/);
    });
  });
});

describeRequiring(['nginx'], 'the server of files', () => {
  let url: string;
  let server: ChildProcess;
  const script = 'console.log("hello");\n'.repeat(100);
  const to = (): string => join(folder, 'srv/assets');
  const versionFolder = (version: string): string => join(folder, 'versions', version);
  const put = (version: string, name: string, text: string): void => {
    mkdirSync(versionFolder(version), { recursive: true });
    writeFileSync(join(versionFolder(version), name), text);
  };
  /** Lets files of the volume look as if no container had written them for 100 days. */
  const age = (names: readonly string[]): void => {
    const longAgo = new Date(Date.now() - 100 * 24 * 3_600_000);
    for (const name of names) utimesSync(join(to(), name), longAgo, longAgo);
  };

  async function start(version: string): Promise<void> {
    server = spawn('sh', [fileOf('web/serve.sh')], {
      stdio: 'inherit',
      env: {
        PATH: PATH_OF_SERVERS,
        ASSETS_FROM: versionFolder(version),
        ASSETS_TO: to(),
        NGINX_CONF: join(folder, 'nginx.conf'),
      },
    });
    await until(() =>
      fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }

  async function stop(): Promise<void> {
    const exit = once(server, 'exit');
    server.kill('SIGTERM');
    await exit;
  }

  beforeAll(async () => {
    const port = await freePort();
    const tmp = join(folder, 'tmp');
    for (const path of [to(), tmp]) mkdirSync(path, { recursive: true });
    put('older', 'older-1a2b.js', 'older');
    put('last', 'last-3c4d.js', 'last');
    put('this', 'page-5e6f.js', script);
    put('this', 'page-5e6f.css', 'body {}');
    execFileSync('gzip', ['-k', '-n', join(versionFolder('this'), 'page-5e6f.js')]);
    const configuration = readFileSync(fileOf('web/nginx.conf'), 'utf8')
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replaceAll(' /tmp/', ` ${tmp}/`)
      .replace('root /srv', `root ${join(folder, 'srv')}`)
      // Workers of a server started by root run as another user. In its container the server is unprivileged from the start.
      .replace(
        'worker_processes 2;',
        process.getuid?.() === 0 ? 'worker_processes 2; user root;' : 'worker_processes 2;',
      );
    writeFileSync(join(folder, 'nginx.conf'), configuration);
    url = `http://127.0.0.1:${port}`;
    await start('this');
  });
  afterAll(stop);

  const request = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it.each(['http', 'https'])('sends the headers that the nodes send, over %s', async (protocol) => {
    for (const path of ['/assets/page-5e6f.js', '/assets/nothing.js', '/']) {
      const { headers } = await request(path, { 'x-forwarded-proto': protocol });
      const wanted = securityHeaders(protocol);
      expect(Object.fromEntries(Object.keys(wanted).map((name) => [name, headers.get(name)]))).toEqual(wanted);
      if (protocol === 'http') expect(headers.has('strict-transport-security')).toBe(false);
      expect(headers.get('server')).toBe('nginx');
    }
  });

  it('serves files as immutable, compressed for clients that accept it', async () => {
    const file = await request('/assets/page-5e6f.js', { 'accept-encoding': 'gzip' });
    expect([file.status, file.text]).toEqual([200, script]);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    });
    const plain = await request('/assets/page-5e6f.css', { 'accept-encoding': 'identity' });
    expect([plain.text, plain.headers.get('content-type')]).toEqual(['body {}', 'text/css; charset=utf-8']);
  });

  it('serves nothing else: no directory list, no page, no path outside its folder', async () => {
    for (const path of [
      '/',
      '/assets/',
      '/assets',
      '/index.html',
      '/assets/..%2f..%2fnginx.conf',
      '/nginx.conf',
      '/assets/.last-version',
    ]) {
      const { status, headers } = await request(path);
      expect([path, status >= 400 || status === 301]).toEqual([path, true]);
      expect(headers.get('cache-control')).toBe('no-cache');
    }
    expect((await fetch(`${url}/assets/page-5e6f.js`, { method: 'POST' })).status).toBe(403);
  });

  it('keeps the files of the last version, and removes others after three months', async () => {
    const statusOf = async (name: string): Promise<number> => (await request(`/assets/${name}`)).status;
    const restart = async (version: string, aged: readonly string[]): Promise<void> => {
      await stop();
      age(aged);
      await start(version);
    };
    // The volume of an older release has no list.
    rmSync(join(to(), '.last-version'), { force: true });
    cpSync(versionFolder('older'), to(), { recursive: true });
    await restart('last', ['older-1a2b.js']);
    await restart('last', []);
    expect(await statusOf('older-1a2b.js')).toBe(200);
    await restart('this', ['older-1a2b.js', 'last-3c4d.js']);
    expect(await Promise.all(['older-1a2b.js', 'last-3c4d.js', 'page-5e6f.js'].map(statusOf))).toEqual([404, 200, 200]);
    await restart('this', ['last-3c4d.js']);
    expect(await Promise.all(['last-3c4d.js', 'page-5e6f.js'].map(statusOf))).toEqual([404, 200]);
  });
});

describeRequiring(['promtool'], 'Prometheus', () => {
  it('parses its scrape targets and alerts', () => {
    const checked = spawnSync('promtool', ['check', 'config', fileOf('prometheus/prometheus.yml')], {
      encoding: 'utf8',
    });
    expect(checked.stdout + checked.stderr).toContain('is valid prometheus config file syntax');
    expect(checked.status).toBe(0);
  });
});
