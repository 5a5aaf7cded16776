import { io, type Socket } from 'socket.io-client';
import type {
  ClientToServerEvents,
  LIVE_NAMESPACE,
  ServerToClientEvents,
} from '../../../api/contracts/live.contract.js';
import { backOffMs } from './back-off.js';

/** A literal, because importing the value would bundle the contract's schemas. */
const NAMESPACE: typeof LIVE_NAMESPACE = '/live';

/** Handshake error of a server that rejects the session. */
const REFUSED = 'unauthenticated';

/** Number of failed attempts, or time without a connection, after which the network is assumed to block WebSockets. */
const FAILURES_BEFORE_POLLING = 2;
const POLL_AFTER_MS = 7_000;

/** A socket that ends earlier counts as a failed attempt: some proxies accept it and close it immediately. */
const STABLE_AFTER_MS = 10_000;

/** Interval of socket attempts while polling works. */
const SOCKET_EVERY_MS = 60_000;

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** `idle`: nothing is watched. `polling`: live over HTTP. `offline`: the browser has no network. */
export type ConnectionState = 'idle' | 'connecting' | 'live' | 'polling' | 'reconnecting' | 'offline';

/** Transports live topics while no socket is connected. */
export interface Fallback {
  start(): void;
  stop(): void;
  /** Retries immediately. */
  pollNow(): void;
}

export interface ConnectionOptions {
  url: string;
  /** Renews the session before each attempt if necessary; `refused` when the server rejected the session in the last attempt. */
  renewSession?: (refused: boolean) => Promise<unknown>;
  /** Returns the newest token that extends an open connection. */
  liveToken?: () => string | null;
  waitMs?: (attempt: number) => number;
  pollAfterMs?: number;
  socketEveryMs?: number;
}

/**
 * Creates a socket that reconnects indefinitely. socket.io's own reconnection is off because it gives up when the server ends a connection.
 */
export function createConnection(options: ConnectionOptions, fallback: Fallback) {
  const { url, renewSession, liveToken, waitMs = backOffMs } = options;
  const { pollAfterMs = POLL_AFTER_MS, socketEveryMs = SOCKET_EVERY_MS } = options;
  const listeners = new Set<(state: ConnectionState) => void>();
  let state: ConnectionState = 'idle';
  let socket: LiveSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fallbackTimer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  /** Attempts in a row that failed or ended early. */
  let failures = 0;
  let openedAt = 0;
  /** The next socket waits for polls, although none was answered yet. */
  let isPostponed = false;
  let refused = false;

  function become(next: ConnectionState): void {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener(next);
  }

  const lost = () => become(navigator.onLine ? 'reconnecting' : 'offline');

  function connectLater(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), ms);
  }

  function retry(): void {
    if (failures >= FAILURES_BEFORE_POLLING) fallback.start();
    if (state === 'polling') return connectLater(socketEveryMs);
    lost();
    connectLater(waitMs(attempt));
    attempt += 1;
  }

  function disconnected(): void {
    failures += 1;
    if (performance.now() - openedAt >= STABLE_AFTER_MS) attempt = failures = 0;
    expectSocket();
    if (failures < FAILURES_BEFORE_POLLING) return retry();
    // The server is reachable. Another socket would only abort the poll and end again.
    lost();
    isPostponed = true;
    fallback.start();
    connectLater(socketEveryMs);
  }

  /** Starts the fallback after a fixed time, however many attempts have been made by then. */
  function expectSocket(): void {
    clearTimeout(fallbackTimer);
    fallbackTimer = setTimeout(() => fallback.start(), pollAfterMs);
  }

  async function connect(): Promise<void> {
    isPostponed = false;
    const current = socket;
    await renewSession?.(refused).catch(() => {}); // a failing connection reports by itself that the server is down
    refused = false;
    if (current === socket) current?.connect();
  }

  /** Extends the open connection. If this fails, the server ends the connection, and it is opened again. */
  async function renew(opened: LiveSocket): Promise<void> {
    await renewSession?.(false).catch(() => {});
    const token = liveToken?.();
    if (token && opened.connected) opened.emit('renew', { token });
  }

  function connectNow(): void {
    if (!socket) return;
    if (socket.connected) return become('live'); // the network returned before the connection noticed the loss
    clearTimeout(timer);
    attempt = 0;
    become('reconnecting');
    fallback.pollNow();
    void connect();
  }

  function lostNetwork(): void {
    if (socket) become('offline');
  }

  function stopFallback(): void {
    clearTimeout(fallbackTimer);
    fallback.stop();
  }

  return {
    state: () => state,
    onState(listener: (state: ConnectionState) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Reports whether a poll was answered. */
    onPollResult(answered: boolean): void {
      if (!socket || socket.connected) return;
      if (answered) {
        attempt = 0;
        return become('polling');
      }
      if (state !== 'polling' && !isPostponed) return;
      isPostponed = false;
      // The whole server is down, so a socket may be the first to get through.
      lost();
      retry();
    },
    open(attach: (socket: LiveSocket) => void): void {
      const opened: LiveSocket = io(`${url}${NAMESPACE}`, {
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        autoConnect: false,
      });
      socket = opened;
      attempt = failures = 0;
      attach(opened);
      opened.on('connect', () => {
        openedAt = performance.now();
        stopFallback();
        become('live');
      });
      opened.on('connect_error', ({ message }) => {
        refused = message === REFUSED;
        failures += 1;
        retry();
      });
      opened.on('expiring', () => void renew(opened));
      opened.on('disconnect', (reason) => reason !== 'io client disconnect' && disconnected());
      window.addEventListener('online', connectNow);
      window.addEventListener('offline', lostNetwork);
      become('connecting');
      expectSocket();
      void connect();
    },
    close(): void {
      clearTimeout(timer);
      stopFallback();
      window.removeEventListener('online', connectNow);
      window.removeEventListener('offline', lostNetwork);
      socket?.disconnect();
      socket = null;
      become('idle');
    },
  };
}
