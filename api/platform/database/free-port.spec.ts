import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { freePort } from './free-port.js';

/** The lowest port that Linux gives to outgoing connections. */
const LOWEST_OUTGOING = 32_768;

it('returns unused ports that no outgoing connection gets', async () => {
  const servers: Server[] = [];
  try {
    for (let nth = 0; nth < 50; nth += 1) {
      const port = await freePort();
      expect(port).toBeLessThan(LOWEST_OUTGOING);
      const server = createServer().listen(port, '127.0.0.1');
      servers.push(server);
      await once(server, 'listening');
    }
  } finally {
    for (const server of servers) server.close();
  }
});
