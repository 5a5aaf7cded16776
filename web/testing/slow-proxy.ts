import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy in front of the platform that delays one file and passes everything else. */
export interface SlowProxy {
  readonly url: string;
  /** The `Range` header of each request for the file, '' for the whole file. */
  readonly ranges: readonly string[];
  /** Lets this many more bytes of the file pass. */
  pass(bytes: number): void;
  /** Closes the connections that transfer the file. */
  cut(): void;
  stop(): void;
}

/** Starts a proxy for the platform at `platformUrl`; `path` is the path of the file, without its query. */
export async function startSlowProxy(platformUrl: string, path: string): Promise<SlowProxy> {
  const { hostname: host, port } = new URL(platformUrl);
  const ranges: string[] = [];
  const carriers = new Set<Socket>();
  const allSockets = new Set<Socket>();
  let allowed = 0;
  let wake: (() => void)[] = [];

  async function passSlowly(upstream: IncomingMessage, response: ServerResponse): Promise<void> {
    for await (const chunk of upstream) {
      let rest = chunk as Buffer;
      while (rest.length > 0) {
        if (allowed === 0) await new Promise<void>((resolve) => wake.push(resolve));
        if (response.destroyed) return;
        const part = rest.subarray(0, allowed);
        allowed -= part.length;
        rest = rest.subarray(part.length);
        response.write(part);
      }
    }
    response.end();
  }

  const server = createServer((incoming, response) => {
    const { method, url = '/', headers } = incoming;
    const isFile = method === 'GET' && url.split('?', 1)[0] === path;
    if (isFile) {
      ranges.push(headers.range ?? '');
      carriers.add(incoming.socket);
    }
    const outgoing = request({ host, port, method, path: url, headers }, (upstream) => {
      response.writeHead(upstream.statusCode!, upstream.rawHeaders);
      if (isFile) void passSlowly(upstream, response).catch(() => response.destroy());
      else upstream.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.on('connection', (socket) => {
    allSockets.add(socket);
    socket.on('close', () => allSockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  server.on('upgrade', ({ method, url, rawHeaders }: IncomingMessage, socket: Socket, head: Buffer) => {
    const onward = connect(Number(port), host);
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
    onward.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    onward.write(head);
    onward.pipe(socket).pipe(onward);
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  });

  server.listen(0, host);
  await once(server, 'listening');
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    ranges,
    pass(bytes) {
      allowed += bytes;
      const woken = wake;
      wake = [];
      for (const resume of woken) resume();
    },
    cut() {
      for (const socket of carriers) socket.destroy();
      carriers.clear();
    },
    stop() {
      server.close();
      for (const socket of allSockets) socket.destroy();
    },
  };
}
