import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { io } from 'socket.io-client';
import { LIVE_NAMESPACE } from '../../api/contracts/live.contract.js';
import { connected, watch } from '../../api/platform/live/testing/live-client.js';
import type { TestClient } from '../../api/testing/test-client.js';
import { TestPlatform } from '../../api/testing/test-platform.js';
import { until } from '../../api/testing/until.js';
import { makeDataDir } from '../bench/environment/data-dir.js';
import { describeRequiring } from '../containers/testing/describe-requiring.js';
import { DocumentedProxy, HOST, PROXIES, type ProxyName } from './testing/documented-proxy.js';

const SPOOFED = '203.0.113.9';
const PIECES = ['first', 'second'];

let platform: TestPlatform;
let node: Server;
let instructor: TestClient;
let username: string;
/** The headers of every request as the node received them. */
const arrived: IncomingHttpHeaders[] = [];
/** Lets a running download send its second part. */
let resume: () => void;

beforeAll(async () => {
  platform = await TestPlatform.start({ trustedProxies: 1 });
  instructor = await platform.person('Instructor', await platform.organization());
  username = (await instructor.get<{ username: string }>(`/users/${instructor.userId}`)).body.username;
  const served = platform.app.getHttpServer();
  node = createServer((asked, reply) => {
    arrived.push(asked.headers);
    if (asked.url === '/download') return void download(reply);
    served.emit('request', asked, reply);
  });
  node.on('upgrade', (...upgrade) => served.emit('upgrade', ...upgrade));
  node.listen(0, '127.0.0.1');
  await once(node, 'listening');
});
afterAll(async () => {
  node.closeAllConnections();
  node.close();
  await platform.stop();
});

async function download(reply: ServerResponse): Promise<void> {
  const release = new Promise<void>((resolve) => (resume = resolve));
  reply.writeHead(200, { 'content-type': 'text/csv' });
  reply.write(PIECES[0]);
  await release;
  reply.end(PIECES[1]);
}

const PACKAGES: Readonly<Record<ProxyName, string>> = { nginx: 'nginx', apache2: 'Apache', caddy: 'Caddy' };

for (const name of PROXIES) {
  describeRequiring([name, 'openssl'], `${PACKAGES[name]} with the documented settings`, () => {
    let proxy: DocumentedProxy;
    let remove: () => Promise<void>;

    beforeAll(async () => {
      const folder = await makeDataDir('proxies');
      remove = folder.remove;
      proxy = await DocumentedProxy.start(name, (node.address() as AddressInfo).port, folder.dataDir);
    });
    afterAll(async () => {
      await proxy?.stop();
      await remove();
    });

    async function sendRequest(
      method: string,
      path: string,
      { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
    ): Promise<IncomingMessage> {
      const given = { 'x-auth-token': instructor.token, 'content-type': 'application/json', ...headers };
      const asked = request(proxy.url + path, { method, agent: proxy.agent, headers: given }).end(body);
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return answer;
    }

    it('redirects plain HTTP to the address with TLS', async () => {
      const asked = plainRequest({
        host: '127.0.0.1',
        port: proxy.plainPort,
        path: '/',
        headers: { host: HOST },
      }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      expect(answer.statusCode).toBe(308);
      expect(answer.headers.location).toMatch(new RegExp(`^https://${HOST.replace('.', String.raw`\.`)}`));
    });

    it('lets users sign in from its pages, with cookies for TLS only', async () => {
      const answer = await sendRequest('POST', '/api/auth/session', {
        headers: { 'x-auth-token': '', origin: proxy.url, 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ username, password: 'orbital_mechanics_7#' }),
      });
      expect([200, 201]).toContain(answer.statusCode);
      const cookies = answer.headers['set-cookie'] ?? [];
      expect(cookies.filter((cookie) => cookie.startsWith('__Host-') && cookie.includes('Secure'))).not.toEqual([]);
      answer.resume();
    });

    it('forwards the client address, and not the one that a request claims', async () => {
      arrived.length = 0;
      const headers = { 'x-forwarded-for': SPOOFED, 'x-forwarded-proto': 'http' };
      (await sendRequest('GET', '/health/live', { headers })).resume();
      const [{ host, ...others }] = arrived as [IncomingHttpHeaders];
      expect(others).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
      expect(host).toBe(new URL(proxy.url).host);
    });

    it('forwards WebSockets', async () => {
      const socket = io(proxy.url + LIVE_NAMESPACE, {
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        auth: { token: instructor.token },
        agent: proxy.agent as unknown as string,
      });
      try {
        expect(await connected(socket)).toBe('connected');
        expect(await watch(socket, { topic: 'courses', id: 'all' })).toMatchObject({ ok: true });
      } finally {
        socket.disconnect();
      }
    });

    it('keeps polls open', async () => {
      const body = JSON.stringify({ watches: [{ topic: 'courses', id: 'all' }], presence: null });
      const answer = await sendRequest('POST', '/api/live/poll', { body });
      expect(JSON.parse(await text(answer))).toMatchObject({ frames: [{ ok: true, full: true }] });
    });

    it('accepts the largest request that a node accepts', async () => {
      const body = JSON.stringify('x'.repeat(8_000_000));
      const answer = await sendRequest('PUT', '/api/courses/0198c0de-0000-7000-8000-000000000001/headers', { body });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        403,
        expect.stringContaining('application/problem+json'),
      ]);
      answer.resume();
    });

    it('streams a download while it is generated, and does not compress it', async () => {
      const answer = await sendRequest('GET', '/download', { headers: { 'accept-encoding': 'gzip, br' } });
      expect(answer.headers['content-encoding']).toBeUndefined();
      let received = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (received += piece));
      await until(() => received === PIECES[0]);
      resume();
      await once(answer, 'end');
      expect(received).toBe(PIECES.join(''));
    });
  });
}
