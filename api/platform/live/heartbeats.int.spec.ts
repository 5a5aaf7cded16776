import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { WebSocket } from 'ws';
import { Heartbeats } from './heartbeats.js';

const PING_MS = 200;
/** Long enough for a busy machine. */
const PONG_WITHIN_MS = 1_500;
const PING = '2';
const PONG = '3';

let http: HttpServer;
let server: Server;
const clients: WebSocket[] = [];
beforeEach(async () => {
  http = createServer();
  server = new Server(http, { pingInterval: PING_MS, pingTimeout: PONG_WITHIN_MS, transports: ['websocket'] });
  const heartbeats = new Heartbeats(PING_MS, PING_MS / 4);
  server.engine.on('connection', (socket: unknown) => heartbeats.takeOver(socket));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate();
  await server.close();
});

/** Connects a client that answers this many pings. */
async function connect(pongs: number): Promise<{ client: WebSocket; pings: () => Promise<number> }> {
  const { port } = http.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  clients.push(client);
  let received = 0;
  client.on('message', (data: Buffer) => {
    if (data.toString() !== PING) return;
    received += 1;
    if (received <= pongs) client.send(PONG);
  });
  await once(client, 'message');
  const pings = async (): Promise<number> => {
    await once(client, 'close');
    return received;
  };
  return { client, pings };
}

describe('heartbeats of real sockets', () => {
  it('ping again after each pong, and close a socket that does not answer', async () => {
    const [silent, quitting] = [await connect(0), await connect(3)];
    expect(await Promise.all([silent.pings(), quitting.pings()])).toEqual([1, 4]);
  });

  it('end with the socket', async () => {
    const [left, stayed] = [await connect(9), await connect(2)];
    left.client.close();
    expect([await left.pings(), await stayed.pings()]).toEqual([0, 3]);
    expect(server.engine.clientsCount).toBe(0);
  });
});
