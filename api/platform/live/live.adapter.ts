import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';

/** Handshakes admitted per second and node; the rest come back later (reliability A.4, 35). */
const HANDSHAKES_PER_SECOND = 100;

/**
 * socket.io for this platform: WebSocket only, so no sticky sessions; a silent drop is seen within 10 s; messages are
 * small; connection-state recovery stays off, it would let a revoked person back in (reliability A.4, 32).
 */
export class LiveAdapter extends IoAdapter {
  private second = 0;
  private admitted = 0;

  override createIOServer(port: number, options?: ServerOptions): Server {
    return super.createIOServer(port, {
      ...options,
      transports: ['websocket'],
      serveClient: false,
      pingInterval: 5_000,
      pingTimeout: 5_000,
      maxHttpBufferSize: 16_384,
      perMessageDeflate: false,
      allowRequest: (_request: unknown, decide: (error: string | null, admitted: boolean) => void) =>
        decide(null, this.admit()),
    } as unknown as ServerOptions) as Server;
  }

  private admit(): boolean {
    const second = Math.floor(Date.now() / 1_000);
    if (second !== this.second) this.admitted = 0;
    this.second = second;
    this.admitted += 1;
    return this.admitted <= HANDSHAKES_PER_SECOND;
  }
}
