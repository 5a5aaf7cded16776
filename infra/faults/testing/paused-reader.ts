import type { Socket } from 'socket.io-client';

/** Undeclared parts of the engine below a socket. */
interface Engine {
  readonly transport: { readonly ws: { pause(): void; resume(): void; send(data: string): void } };
  _pingTimeoutTimer: NodeJS.Timeout;
  _pingTimeoutTime: number;
}

const PONG = '3';
const PONG_EVERY_MS = 2_000;

/** A client that stops reading but still sends heartbeats. */
export class PausedReader {
  private readonly engine: Engine;
  private readonly beat: NodeJS.Timeout;

  constructor(private readonly socket: Socket) {
    this.engine = socket.io.engine as unknown as Engine;
    this.engine.transport.ws.pause();
    // Unread pings must not count as missing.
    clearTimeout(this.engine._pingTimeoutTimer);
    this.engine._pingTimeoutTime = Infinity;
    this.beat = setInterval(() => this.engine.transport.ws.send(PONG), PONG_EVERY_MS);
  }

  /** Sends a message without reading the reply. */
  emit(event: string, request: object): void {
    this.socket.emit(event, request, () => undefined);
  }

  resume(): void {
    clearInterval(this.beat);
    this.engine.transport.ws.resume();
  }
}
