import { io, type Socket } from 'socket.io-client';
import { LIVE_NAMESPACE } from '../../../api/contracts/live.contract.js';
import { backOffMs } from '../../../web/shared/live-client/back-off.js';

export interface Visitor {
  readonly address: string;
  readonly token: string | undefined;
}

const LATER = /Unexpected server response: 503/;
const AWAY = /ECONNREFUSED|ECONNRESET|socket hang up/;

/** Many clients that reconnect as the web does, with increasing pauses and without a limit. */
export class Storm {
  /** Handshakes answered with 503. */
  retryLaterAnswers = 0;
  /** Handshakes that failed for another reason than a missing server. */
  readonly refusals: string[] = [];
  private readonly sockets: Socket[];
  private readonly timers = new Set<NodeJS.Timeout>();
  private isOver = false;

  constructor(url: string, visitors: readonly Visitor[]) {
    this.sockets = visitors.map((visitor) => this.open(url, visitor));
  }

  get size(): number {
    return this.sockets.length;
  }

  get connected(): number {
    return this.sockets.filter(({ connected }) => connected).length;
  }

  end(): void {
    this.isOver = true;
    for (const timer of this.timers) clearTimeout(timer);
    for (const socket of this.sockets) socket.disconnect();
  }

  private open(url: string, { address, token }: Visitor): Socket {
    const socket = io(url + LIVE_NAMESPACE, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: { token },
      extraHeaders: { 'x-forwarded-for': address },
    });
    let attempt = 0;
    const retry = (): void => {
      if (this.isOver) return;
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        socket.connect();
      }, backOffMs(attempt));
      this.timers.add(timer);
      attempt += 1;
    };
    socket.on('connect', () => (attempt = 0));
    socket.on('disconnect', retry);
    socket.on('connect_error', (error) => {
      this.note(error);
      retry();
    });
    return socket;
  }

  private note(error: Error & { description?: { message?: string } }): void {
    const reason = error.description?.message ?? error.message;
    if (LATER.test(reason)) this.retryLaterAnswers += 1;
    else if (!AWAY.test(reason)) this.refusals.push(reason);
  }
}
