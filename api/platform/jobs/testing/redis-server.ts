import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const BINARY = 'redis-server';
const DEADLINE_MS = 20_000;

/** Whether this machine has the binary. */
export const hasRedisServer = (): boolean => spawnSync(BINARY, ['--version']).status === 0;

/** A Redis of one spec's own, on a free port of loopback, that keeps nothing. */
export class RedisServer {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(): Promise<RedisServer> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'ready-room-redis-'));
    const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
    const server = new RedisServer(`redis://127.0.0.1:${port}`, spawn(BINARY, settings, { stdio: 'ignore' }), folder);
    await answers(port);
    return server;
  }

  async stop(): Promise<void> {
    const exited = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exited;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port: number): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (Date.now() < deadline) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write('PING\r\n');
    const answer: unknown[] = await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => []);
    socket.destroy();
    if (String(answer[0]).startsWith('+PONG')) return;
    await delay(50);
  }
  throw new Error(`redis-server did not answer on port ${port} within ${DEADLINE_MS} ms`);
}
