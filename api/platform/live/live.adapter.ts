import type { IncomingMessage } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import { CONFIG, type Config } from '../../config.js';
import { networkOf } from '../client-network.js';
import { clientAddress } from './client-address.js';
import { Heartbeats } from './heartbeats.js';
import { HandshakeBudget } from './socket-limits.js';

/** Response to a handshake over the limit. Replaces engine.io's 400, which would indicate a client error. Closes the connection. */
const RETRY_LATER_RESPONSE =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Interval of pings, and time within which they are answered. Together the longest time until a lost connection is detected. */
const PING_MS = 5_000;
const PONG_WITHIN_MS = 5_000;
/** Time after which a connection that has joined no namespace is closed. */
const NAMESPACE_WITHIN_MS = 10_000;

/**
 * Configures socket.io. Only the WebSocket transport is enabled, so sticky sessions are not needed. Lost connections are
 * detected within 10 s, and messages are small. Connection-state recovery stays off, because it would readmit a person whose
 * rights were revoked (docs/architecture.md#live-changes).
 */
export class LiveAdapter extends IoAdapter {
  private readonly budget = new HandshakeBudget();
  private readonly trustedProxies: number;

  constructor(app: INestApplication) {
    super(app);
    ({ trustedProxies: this.trustedProxies } = app.get<Config>(CONFIG));
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const server = super.createIOServer(port, {
      ...options,
      transports: ['websocket'],
      serveClient: false,
      connectTimeout: NAMESPACE_WITHIN_MS,
      pingInterval: PING_MS,
      pingTimeout: PONG_WITHIN_MS,
      maxHttpBufferSize: 16_384,
      perMessageDeflate: false,
      allowRequest: (request: IncomingMessage, decide: (error: string | null, admitted: boolean) => void) => {
        if (this.budget.admit(networkOf(clientAddress(request, this.trustedProxies)))) return decide(null, true);
        request.socket.end(RETRY_LATER_RESPONSE);
        decide('Service Unavailable', false);
      },
    } as unknown as ServerOptions);
    const heartbeats = new Heartbeats(PING_MS);
    server.engine.on('connection', (socket: unknown) => heartbeats.takeOver(socket));
    return server;
  }
}
