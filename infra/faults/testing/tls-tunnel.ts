import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { connect } from 'node:tls';

/** A plain port that leads to a server with TLS and verifies its certificate, because this process trusts no test authority. */
export class TlsTunnel {
  private constructor(
    readonly url: string,
    readonly close: () => void,
  ) {}

  /** @param ca the certificate of the server's authority, as PEM */
  static async open(port: number, servername: string, ca: string): Promise<TlsTunnel> {
    const listener = createServer((client) => {
      const server = connect({ host: '127.0.0.1', port, servername, ca });
      // Clients see a broken connection when either side ends.
      pipeline(client, server, client, () => {
        client.destroy();
        server.destroy();
      });
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    return new TlsTunnel(address, () => listener.close());
  }
}
