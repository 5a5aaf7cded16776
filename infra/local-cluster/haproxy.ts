import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../api/platform/database/free-port.js';
import { PACKAGE_ROOT } from '../../api/platform/ops/package-info.js';
import { serverPath } from './installed.js';
import { ServiceProcess } from './service-process.js';

const CONFIGURATION = join(PACKAGE_ROOT, 'infra/containers/proxy/haproxy.cfg');
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** HAProxy with the configuration of the containers, in front of nodes on this machine. */
export class Haproxy {
  private constructor(
    readonly url: string,
    private readonly operatorsUrl: string,
    private readonly service: ServiceProcess,
  ) {}

  /** @throws UserError when haproxy is not installed */
  static async start(nodePorts: readonly number[], log: string): Promise<Haproxy> {
    const program = serverPath('haproxy');
    const [port, operatorsPort] = [await freePort(), await freePort()];
    const nodes = nodePorts.map((nodePort, index) => [`HTTP_NODE_${index + 1}`, `127.0.0.1:${nodePort}`] as const);
    const env = {
      ...Object.fromEntries(nodes),
      PROXY_BIND: `127.0.0.1:${port}`,
      PROXY_OPS_BIND: `127.0.0.1:${operatorsPort}`,
      PROXY_CONNECTIONS: '1000',
    };
    const operatorsUrl = `http://127.0.0.1:${operatorsPort}`;
    const service = await ServiceProcess.start({
      program,
      args: ['-db', '-f', CONFIGURATION],
      env,
      log,
      answers: async () => (await fetch(`${operatorsUrl}/health`)).ok,
    });
    return new Haproxy(`http://127.0.0.1:${port}`, operatorsUrl, service);
  }

  /** Returns whether a node, counted from 1, receives requests. */
  async isUp(node: number): Promise<boolean> {
    const metrics = await (await fetch(`${this.operatorsUrl}/metrics`)).text();
    return metrics.includes(`haproxy_server_status{proxy="http",server="http-${node}",state="UP"} 1`);
  }

  /** Waits until a node receives requests, or no longer receives any. */
  async becomes(node: number, state: 'up' | 'down'): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    while ((await this.isUp(node)) !== (state === 'up')) {
      if (performance.now() > deadline) throw new Error(`The proxy does not see node ${node} ${state}.`);
      await pause(LOOK_EVERY_MS);
    }
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}
