import { io, type Socket } from 'socket.io-client';
import {
  type ClientToServerEvents,
  LIVE_NAMESPACE,
  type ServerToClientEvents,
} from '../../api/contracts/live.contract.js';
import type { ApiClient } from './api-client.js';

const RETRY_MS = 1_000;

/** First and longest delay before a reconnect. */
export interface BackOff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** A live connection of one user, initially closed. Once opened, it reconnects until it is closed. */
export class LiveSocket {
  readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(client: ApiClient, { firstMs, longestMs }: BackOff) {
    this.socket = io(client.url + LIVE_NAMESPACE, {
      transports: ['websocket'],
      forceNew: true,
      autoConnect: false,
      reconnectionDelay: firstMs,
      reconnectionDelayMax: longestMs,
      auth: (give: (auth: object) => void) =>
        void client.token().then(
          (token) => give({ token }),
          () => give({}),
        ),
    });
    // The client fetches a new token when the present one is valid for less than a minute.
    this.socket.on(
      'expiring',
      () =>
        void client.token().then(
          (token) => this.socket.emit('renew', { token }),
          () => {},
        ),
    );
    this.socket.on('connect_error', () => this.reconnect());
    this.socket.on('disconnect', () => this.reconnect());
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.socket.disconnect();
  }

  /** socket.io does not reconnect after the server has ended or rejected a connection. */
  private reconnect(): void {
    if (this.socket.active || this.closed) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.socket.connect(), RETRY_MS);
  }
}
