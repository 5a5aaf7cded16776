import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';

/** A page's first words on a live connection, so many at the same moment; how many were told in due form to come later. */
export async function toldToComeLater(url: string, count: number): Promise<number> {
  const verdicts = await Promise.all(Array.from({ length: count }, () => isToldToComeLater(url)));
  return verdicts.filter(Boolean).length;
}

async function isToldToComeLater(url: string): Promise<boolean> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const refused = once(socket, 'unexpected-response') as Promise<[ClientRequest, IncomingMessage]>;
  const answer = await Promise.race([once(socket, 'open').then(() => undefined), refused]);
  // Without a listener, the end of an unfinished handshake would be an uncaught error.
  socket.on('error', () => undefined);
  socket.terminate();
  if (!answer) return false;
  const [, { statusCode, headers }] = answer;
  return statusCode === 503 && Number(headers['retry-after']) > 0;
}
