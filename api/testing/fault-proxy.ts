import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

type Mode = 'open' | 'silent' | 'mute';

interface Connection {
  readonly client: Socket;
  readonly server: Socket | undefined;
  mode: Mode;
}

/** A proxy between a platform and its dependencies or clients, which causes network faults. */
export class FaultProxy {
  private mode: Mode = 'open';
  private delayMs = 0;
  private readonly connections = new Set<Connection>();
  private listener: Server | undefined;
  private port = 0;

  private constructor(
    private targetHost: string,
    private targetPort: number,
  ) {}

  static async start(targetUrl: string): Promise<FaultProxy> {
    const { hostname, port } = new URL(targetUrl);
    const proxy = new FaultProxy(hostname, Number(port));
    await proxy.listen();
    return proxy;
  }

  /** Returns the address of the same server through this proxy. */
  through(targetUrl: string): string {
    const url = new URL(targetUrl);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  /** Like a server that is down: connections break, new ones are refused. */
  async refuse(): Promise<void> {
    await this.close();
  }

  /** Like a firewall that drops everything: connections stay open and are accepted, but never transfer data again. */
  silence(): void {
    this.become('silent');
  }

  /** Requests arrive, but their responses do not. */
  mute(): void {
    this.become('mute');
  }

  /** Existing connections break; new ones work at once. */
  cut(): void {
    for (const { client, server } of this.connections) [client, server].forEach((socket) => socket?.destroy());
  }

  /** Leads to another server from now on, like an address that moves in a failover. */
  async moveTo(targetUrl: string): Promise<void> {
    const { hostname, port } = new URL(targetUrl);
    [this.targetHost, this.targetPort] = [hostname, Number(port)];
    this.cut();
    await this.heal();
  }

  /** Delays everything by this time, in each direction. */
  slow(delayMs: number): void {
    this.delayMs = delayMs;
  }

  /** New connections work again. Silenced ones stay dead without notice to their ends. */
  async heal(): Promise<void> {
    this.mode = 'open';
    this.delayMs = 0;
    if (!this.listener) await this.listen();
  }

  async close(): Promise<void> {
    const { listener } = this;
    this.listener = undefined;
    const closed = listener && once(listener, 'close');
    listener?.close();
    this.cut();
    await closed;
  }

  private become(mode: Mode): void {
    this.mode = mode;
    for (const connection of this.connections) connection.mode = mode;
  }

  private async listen(): Promise<void> {
    this.listener = createServer({ noDelay: true }, (client) => this.accept(client));
    this.listener.listen(this.port, '127.0.0.1');
    await once(this.listener, 'listening');
    this.port = (this.listener.address() as AddressInfo).port;
  }

  private accept(client: Socket): void {
    const server = this.mode === 'silent' ? undefined : this.connect();
    const connection: Connection = { client, server, mode: this.mode };
    this.connections.add(connection);
    client.on('data', (bytes) => connection.mode !== 'silent' && this.pass(() => server?.write(bytes)));
    server?.on('data', (bytes) => connection.mode === 'open' && this.pass(() => client.write(bytes)));
    server?.on('close', () => connection.mode === 'open' && client.destroy());
    client.on('close', () => {
      this.connections.delete(connection);
      server?.destroy();
    });
    for (const socket of [client, server]) socket?.on('error', () => undefined);
  }

  /** Without a delay, like real proxies: small packets would wait up to 40 ms for the acknowledgement of others. */
  private connect(): Socket {
    return connect({ host: this.targetHost, port: this.targetPort, noDelay: true });
  }

  /** Data with equal delays arrives in order. */
  private pass(write: () => unknown): void {
    if (this.delayMs === 0) write();
    else setTimeout(write, this.delayMs);
  }
}
