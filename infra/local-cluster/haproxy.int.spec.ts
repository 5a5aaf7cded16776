import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Server as SocketServer } from 'socket.io';
import { closeAll, connected, openLive } from '../../api/platform/live/testing/live-client.js';
import { until } from '../../api/testing/until.js';
import { makeDataDir } from '../bench/environment/data-dir.js';
import { Haproxy } from './haproxy.js';
import { onCluster } from './testing/on-cluster.js';

/** A node that answers health checks and crashes at every second request that changes something. */
async function dyingNode(seen: string[], isReady: () => boolean): Promise<Server> {
  const server = createServer((asked, response) => {
    if (asked.url === '/health/ready') return void response.writeHead(isReady() ? 200 : 503).end();
    if (asked.method === 'GET') return void response.end('{}');
    seen.push(asked.url ?? '');
    if (seen.length % 2 === 1) return void asked.socket.destroy();
    response.end('{}');
  });
  new SocketServer(server, { transports: ['websocket'] }).of('/live');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

onCluster('the proxy, when a node crashes during a request', () => {
  const seen: string[] = [];
  const ready = [true, true];
  let [servers, proxy, remove]: [Server[], Haproxy | undefined, (() => Promise<void>) | undefined] = [
    [],
    undefined,
    undefined,
  ];

  beforeAll(async () => {
    const folder = await makeDataDir('proxy');
    remove = folder.remove;
    servers = [await dyingNode(seen, () => ready[0]!), await dyingNode(seen, () => ready[1]!)];
    const ports = servers.map((server) => (server.address() as AddressInfo).port);
    proxy = await Haproxy.start(ports, join(folder.dataDir, 'haproxy.log'));
    await Promise.all([proxy.becomes(1, 'up'), proxy.becomes(2, 'up')]);
  });
  afterAll(async () => {
    await proxy?.stop();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await remove?.();
  });

  const post = async (path: string, headers: Record<string, string> = {}) => {
    seen.length = 0;
    const { status } = await fetch(proxy!.url + path, { method: 'POST', body: '{}', headers });
    return { status, asked: seen.length };
  };

  it('retries at another node when the platform detects repeats', async () => {
    expect(await post('/api/scores')).toEqual({ status: 200, asked: 2 });
    expect(await post('/api/live/poll')).toEqual({ status: 200, asked: 2 });
    expect(await post('/api/groups', { 'Idempotency-Key': 'a-key' })).toEqual({ status: 200, asked: 2 });
  });

  it('otherwise sends a request only once, and says that it can be repeated', async () => {
    seen.length = 0;
    // Must be its first request: HTTP allows the server to close a connection that was used before.
    const asked = request(`${proxy!.url}/api/groups`, { method: 'POST', agent: false }).end('{}');
    const [{ statusCode, headers }] = (await once(asked, 'response')) as [IncomingMessage];
    expect({ statusCode, retryAfter: headers['retry-after'], asked: seen.length }).toEqual({
      statusCode: 503,
      retryAfter: '1',
      asked: 1,
    });
  });

  it('closes the sockets of a node that is marked down, and keeps those of the other', async () => {
    // The backend gives each new socket to the node with the fewest, so two sockets are on two nodes.
    const first = openLive(proxy!.url).socket;
    expect(await connected(first)).toBe('connected');
    const second = openLive(proxy!.url).socket;
    expect(await connected(second)).toBe('connected');
    ready[0] = false;
    const areConnected = () => [first, second].map((socket) => socket.connected);
    await until(() => areConnected().includes(false));
    await proxy!.becomes(1, 'down');
    expect(areConnected().toSorted()).toEqual([false, true]);
    ready[0] = true;
    await proxy!.becomes(1, 'up');
    closeAll();
  });

  it('keeps forwarding to a node that answers when no node is ready', async () => {
    ready.fill(false);
    await Promise.all([proxy!.becomes(1, 'down'), proxy!.becomes(2, 'down')]);
    expect((await fetch(`${proxy!.url}/api/courses`)).status).toBe(200);
    ready.fill(true);
    await Promise.all([proxy!.becomes(1, 'up'), proxy!.becomes(2, 'up')]);
  });
});
