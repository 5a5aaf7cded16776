import { io, type Socket } from 'socket.io-client';
import type {
  ClientToServerEvents,
  LIVE_NAMESPACE,
  ServerToClientEvents,
} from '../../../api/contracts/live.contract.js';
import { backOffMs } from './back-off.js';

/** Written out, because importing the value would bring the contract's schemas along. */
const NAMESPACE: typeof LIVE_NAMESPACE = '/live';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** `idle`: nothing is watched. `offline`: the browser itself has no network. */
export type ConnectionState = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'offline';

export interface ConnectionOptions {
  url: string;
  /** Called before another try after the server refused or dropped us: the session may have run out. */
  renewSession?: () => Promise<unknown>;
  waitMs?: (attempt: number) => number;
}

/** One socket that keeps trying; socket.io's own reconnection is off because it gives up when the server ends a connection. */
export function createConnection({ url, renewSession, waitMs = backOffMs }: ConnectionOptions) {
  const listeners = new Set<(state: ConnectionState) => void>();
  let state: ConnectionState = 'idle';
  let socket: LiveSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;

  function become(next: ConnectionState): void {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener(next);
  }

  function retry(): void {
    become(navigator.onLine ? 'reconnecting' : 'offline');
    clearTimeout(timer);
    timer = setTimeout(() => void connectAgain(), waitMs(attempt));
    attempt += 1;
  }

  async function connectAgain(): Promise<void> {
    const current = socket;
    await renewSession?.().catch(() => {});
    if (current === socket) current?.connect();
  }

  function hurry(): void {
    if (!socket || socket.connected) return;
    clearTimeout(timer);
    attempt = 0;
    become('reconnecting');
    socket.connect();
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
      opened.on('connect_error', retry);
      opened.on('disconnect', (reason) => reason !== 'io client disconnect' && retry());
      window.addEventListener('online', hurry);
      window.addEventListener('offline', lostNetwork);
      become('connecting');
      opened.connect();
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
