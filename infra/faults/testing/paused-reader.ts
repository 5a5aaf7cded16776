import type { Socket } from 'socket.io-client';

/** What of the engine below a socket is needed, and not declared. */
interface Engine {
  readonly transport: { readonly ws: { pause(): void; resume(): void; send(data: string): void } };
  _pingTimeoutTimer: NodeJS.Timeout;
  _pingTimeoutTime: number;
}

const PONG = '3';
const PONG_EVERY_MS = 2_000;

/** Somebody who reads nothing any more and yet says, as often as it takes, that they are there. */
export class PausedReader {
  private readonly engine: Engine;
  private readonly beat: NodeJS.Timeout;

  constructor(private readonly socket: Socket) {
    this.engine = socket.io.engine as unknown as Engine;
    this.engine.transport.ws.pause();
    // The pings it does not read are none that are missing.
    clearTimeout(this.engine._pingTimeoutTimer);
    this.engine._pingTimeoutTime = Infinity;
    this.beat = setInterval(() => this.engine.transport.ws.send(PONG), PONG_EVERY_MS);
  }

  /** Sends a question whose answer it does not read. */
  ask(event: string, request: object): void {
    this.socket.emit(event, request, () => undefined);
  }

  resume(): void {
    clearInterval(this.beat);
    this.engine.transport.ws.resume();
  }
}
