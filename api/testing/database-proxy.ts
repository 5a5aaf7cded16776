import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

type Mode = 'open' | 'silent' | 'mute';

interface Connection {
  readonly client: Socket;
  readonly server: Socket | undefined;
  mode: Mode;
}

/** Stands between a platform and its database and lets go wrong what goes wrong in networks. */
export class DatabaseProxy {
  private mode: Mode = 'open';
  private readonly connections = new Set<Connection>();
  private listener: Server | undefined;
  private port = 0;

  private constructor(
    private readonly targetHost: string,
    private readonly targetPort: number,
  ) {}

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const { hostname, port } = new URL(databaseUrl);
    const proxy = new DatabaseProxy(hostname, Number(port));
    await proxy.listen();
    return proxy;
  }

  /** The way to the same database through this proxy. */
  through(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  /** As when the server is down: connections break, new ones are refused. */
  async refuse(): Promise<void> {
    await this.close();
  }

  /** As behind a firewall that drops everything: connections stand and are accepted, and nothing passes, ever again. */
  silence(): void {
    this.become('silent');
  }

  /** Requests arrive, their answers do not. */
  mute(): void {
    this.become('mute');
  }

  /** New connections work again; what was silenced stays dead, nobody tells its ends. */
  async heal(): Promise<void> {
    this.mode = 'open';
    if (!this.listener) await this.listen();
  }

  async close(): Promise<void> {
    const { listener } = this;
    this.listener = undefined;
    const closed = listener && once(listener, 'close');
    listener?.close();
    for (const { client, server } of this.connections) [client, server].forEach((socket) => socket?.destroy());
    await closed;
  }

  private become(mode: Mode): void {
    this.mode = mode;
    for (const connection of this.connections) connection.mode = mode;
  }

  private async listen(): Promise<void> {
    this.listener = createServer((client) => this.accept(client));
    this.listener.listen(this.port, '127.0.0.1');
    await once(this.listener, 'listening');
    this.port = (this.listener.address() as AddressInfo).port;
  }

  private accept(client: Socket): void {
    const server = this.mode === 'silent' ? undefined : connect(this.targetPort, this.targetHost);
    const connection: Connection = { client, server, mode: this.mode };
    this.connections.add(connection);
    client.on('data', (bytes) => connection.mode !== 'silent' && server?.write(bytes));
    server?.on('data', (bytes) => connection.mode === 'open' && client.write(bytes));
    server?.on('close', () => connection.mode === 'open' && client.destroy());
    client.on('close', () => {
      this.connections.delete(connection);
      server?.destroy();
    });
    for (const socket of [client, server]) socket?.on('error', () => undefined);
  }
}
