import { io, type Socket } from 'socket.io-client';
import type {
  ClientToServerEvents,
  LIVE_NAMESPACE,
  ServerToClientEvents,
} from '../../../api/contracts/live.contract.js';
import { backOffMs } from './back-off.js';

/** Written out, because importing the value would bring the contract's schemas along. */
const NAMESPACE: typeof LIVE_NAMESPACE = '/live';

/** How the server's handshake says that it does not take our session. */
const REFUSED = 'unauthenticated';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** `idle`: nothing is watched. `offline`: the browser itself has no network. */
export type ConnectionState = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'offline';

export interface ConnectionOptions {
  url: string;
  /** Sees to it that the session stands before each try; `refused` when the server did not know us at the last one. */
  renewSession?: (refused: boolean) => Promise<unknown>;
  /** The token that extends an open connection, as the last renewal of the session brought it. */
  liveToken?: () => string | null;
  waitMs?: (attempt: number) => number;
}

/** One socket that keeps trying; socket.io's own reconnection is off because it gives up when the server ends a connection. */
export function createConnection({ url, renewSession, liveToken, waitMs = backOffMs }: ConnectionOptions) {
  const listeners = new Set<(state: ConnectionState) => void>();
  let state: ConnectionState = 'idle';
  let socket: LiveSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let refused = false;

  function become(next: ConnectionState): void {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener(next);
  }

  function retry(): void {
    become(navigator.onLine ? 'reconnecting' : 'offline');
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), waitMs(attempt));
    attempt += 1;
  }

  async function connect(): Promise<void> {
    const current = socket;
    await renewSession?.(refused).catch(() => {}); // the connection itself will tell that the server is away
    refused = false;
    if (current === socket) current?.connect();
  }

  /** If this fails, the server ends the connection, and it is built up again. */
  async function renew(opened: LiveSocket): Promise<void> {
    await renewSession?.(false).catch(() => {});
    const token = liveToken?.();
    if (token && opened.connected) opened.emit('renew', { token });
  }

  function hurry(): void {
    if (!socket) return;
    if (socket.connected) return become('live'); // the network came back before the connection noticed
    clearTimeout(timer);
    attempt = 0;
    become('reconnecting');
    void connect();
  }

  function lostNetwork(): void {
    if (socket) become('offline');
  }

  return {
    state: () => state,
    onState(listener: (state: ConnectionState) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open(attach: (socket: LiveSocket) => void): void {
      const opened: LiveSocket = io(`${url}${NAMESPACE}`, {
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        autoConnect: false,
      });
      socket = opened;
      attempt = 0;
      attach(opened);
      opened.on('connect', () => {
        attempt = 0;
        become('live');
      });
      opened.on('connect_error', ({ message }) => {
        refused = message === REFUSED;
        retry();
      });
      opened.on('expiring', () => void renew(opened));
      opened.on('disconnect', (reason) => reason !== 'io client disconnect' && retry());
      window.addEventListener('online', hurry);
      window.addEventListener('offline', lostNetwork);
      become('connecting');
      void connect();
    },
    close(): void {
      clearTimeout(timer);
      window.removeEventListener('online', hurry);
      window.removeEventListener('offline', lostNetwork);
      socket?.disconnect();
      socket = null;
      become('idle');
    },
  };
}
