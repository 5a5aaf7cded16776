import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import {
  LIVE_NAMESPACE,
  type LiveChanges,
  type WatchReply,
  type WatchRequest,
} from '../../../contracts/live.contract.js';

const opened: Socket[] = [];

/** After each test. */
export const closeAll = (): void => opened.splice(0).forEach((socket) => socket.disconnect());

/** A socket with the token of a client, or without any; its messages in the order they came. */
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

/** What the server answers to `watch`. */
export const watch = (socket: Socket, request: Partial<WatchRequest>): Promise<WatchReply> =>
  socket.timeout(10_000).emitWithAck('watch', request) as Promise<WatchReply>;

/** What `read` finds as soon as it finds something. */
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
 * `connected`, or why not. Of several that were opened at once, ask all before any is waited for: of one that failed
 * before, nothing is heard any more.
 */
export const connected = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error) => resolve(error.message));
  });
