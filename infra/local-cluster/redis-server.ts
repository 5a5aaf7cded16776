import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { makeDataDir } from '../bench/environment/data-dir.js';
import { freePort } from '../../api/platform/database/free-port.js';
import { serverPath } from './installed.js';
import { ServiceProcess } from './service-process.js';

/** A Redis on a free loopback port, without persistence. */
export class RedisServer {
  private constructor(
    readonly url: string,
    private readonly service: ServiceProcess,
    private readonly removeFolder: () => Promise<void>,
  ) {}

  /** @throws UserError when redis-server is not installed */
  static async start(): Promise<RedisServer> {
    const program = serverPath('redis-server');
    const port = await freePort();
    const { dataDir, remove } = await makeDataDir('redis');
    const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dataDir, '--save', '', '--appendonly', 'no'];
    const answers = () => isRedis(port);
    const service = await ServiceProcess.start({ program, args, log: join(dataDir, 'redis.log'), answers });
    return new RedisServer(`redis://127.0.0.1:${port}`, service, remove);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.removeFolder();
  }
}

async function isRedis(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  try {
    socket.write('PING\r\n');
    const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as unknown[];
    return String(answer).startsWith('+PONG');
  } finally {
    socket.destroy();
  }
}
