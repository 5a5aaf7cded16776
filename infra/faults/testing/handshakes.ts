import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';

/** Opens many live connections at the same moment. Returns how many were answered with 503 and a valid time to retry. */
export async function countRetryLaterAnswers(url: string, count: number): Promise<number> {
  const verdicts = await Promise.all(Array.from({ length: count }, () => isAskedToRetryLater(url)));
  return verdicts.filter(Boolean).length;
}

async function isAskedToRetryLater(url: string): Promise<boolean> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const refused = once(socket, 'unexpected-response') as Promise<[ClientRequest, IncomingMessage]>;
  const answer = await Promise.race([once(socket, 'open').then(() => undefined), refused]);
  // Without a listener, an unfinished handshake that ends would be an uncaught error.
  socket.on('error', () => undefined);
  socket.terminate();
  if (!answer) return false;
  const [, { statusCode, headers }] = answer;
  return statusCode === 503 && Number(headers['retry-after']) > 0;
}
