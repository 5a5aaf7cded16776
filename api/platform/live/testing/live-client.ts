import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import {
  LIVE_NAMESPACE,
  type LiveChanges,
  type WatchReply,
  type WatchRequest,
} from '../../../contracts/live.contract.js';

const opened: Socket[] = [];

/** Closes all sockets. Call it after each test. */
export const closeAll = (): void => opened.splice(0).forEach((socket) => socket.disconnect());

/** Opens a socket with the token of a client, or without a token. Collects its messages in order. */
export function openLive(
  url: string,
  token?: string,
  headers: Record<string, string> = {},
  namespace: string = LIVE_NAMESPACE,
): { socket: Socket; changes: LiveChanges[]; resyncs: unknown[] } {
  const socket = io(url + namespace, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token },
    extraHeaders: headers,
  });
  opened.push(socket);
  const [changes, resyncs]: [LiveChanges[], unknown[]] = [[], []];
  socket.on('changes', (message: LiveChanges) => changes.push(message));
  socket.on('resync', (message: unknown) => resyncs.push(message));
  return { socket, changes, resyncs };
}

/** Sends `watch` and returns the server's reply. */
export const watch = (socket: Socket, request: Partial<WatchRequest>): Promise<WatchReply> =>
  socket.timeout(10_000).emitWithAck('watch', request) as Promise<WatchReply>;

/** Repeats `read` until it returns a value, for at most 10 s. */
export async function eventually<T>(read: () => T | undefined): Promise<T> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const value = read();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error('It never happened');
    await delay(10);
  }
}

/**
 * Resolves with `connected` or the error message. For several sockets opened together, call it for all before awaiting any,
 * because an earlier failure is not reported again.
 */
export const connected = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error) => resolve(error.message));
  });
