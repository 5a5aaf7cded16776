import type { Server } from 'node:http';

/** From now on the answer to a request is the last on its connection: whoever keeps one open comes back to another node. */
export function endConnectionsWithTheirAnswers(server: Server): void {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
}
