import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { Namespace, Socket } from 'socket.io';
import {
  type ClientToServerEvents,
  LIVE_NAMESPACE,
  type LiveChanges,
  type ServerToClientEvents,
  UnwatchRequest,
  type WatchReply,
  WatchRequest,
} from '../../contracts/live.contract.js';
import { CONFIG, type Config } from '../../config.js';
import type { Actor } from '../auth/actor.js';
import { SocketAuthentication } from '../auth/socket-authentication.js';
import { FaultLog } from '../ops/fault-log.js';
import { LiveHub } from './live-hub.js';
import { LiveTopics } from './live-topic.js';
import { isBehind, MessageRate, SocketCounter } from './socket-limits.js';
import { watchTopic } from './watch-topic.js';

/** Rights are looked at again this often: who lost them is dropped within 5 s. */
const RECHECK_MS = 2_000;
const WATCHES_PER_SOCKET = 20;

interface SocketData {
  actor: Actor | undefined;
  address: string;
  rate: MessageRate;
}
type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>;
type LiveNamespace = Namespace<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>;

/** The `/live` namespace: who may come in, what they may watch, and when they must leave. */
@Injectable()
@WebSocketGateway({ namespace: LIVE_NAMESPACE })
export class LiveGateway implements OnGatewayInit, OnGatewayConnection, OnModuleDestroy {
  private readonly faults = new FaultLog(new Logger(LiveGateway.name));
  private readonly counter = new SocketCounter();
  private namespace!: LiveNamespace;
  private recheck: NodeJS.Timeout | undefined;

  constructor(
    private readonly authentication: SocketAuthentication,
    private readonly topics: LiveTopics,
    private readonly hub: LiveHub,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  afterInit(namespace: LiveNamespace): void {
    this.namespace = namespace;
    namespace.use((socket, next) => void this.admit(socket, next));
    namespace.adapter.on('delete-room', (name: string) => this.hub.close(name));
    this.recheck = setInterval(() => void this.dropTheRevoked(), RECHECK_MS);
  }

  handleConnection(socket: LiveSocket): void {
    const { actor, address } = socket.data;
    if (!this.counter.take(actor?.userId, address)) {
      socket.disconnect(true);
      return;
    }
    socket.once('disconnect', () => this.counter.give(actor?.userId, address));
  }

  onModuleDestroy(): void {
    clearInterval(this.recheck);
    this.namespace?.disconnectSockets(true);
  }

  @SubscribeMessage('watch')
  async watch(@ConnectedSocket() socket: LiveSocket, @MessageBody() body: unknown): Promise<WatchReply> {
    if (!socket.data.rate.allow()) return { ok: false, code: 'too-many' };
    const request = WatchRequest.safeParse(body);
    if (!request.success) return { ok: false, code: 'invalid' };
    if (socket.rooms.size > WATCHES_PER_SOCKET) return { ok: false, code: 'too-many' };
    const definition = this.topics.find(request.data.topic);
    const { actor } = socket.data;
    if (!definition || !actor) return { ok: false, code: 'not-found' };
    try {
      const audience = await definition.audienceOf(actor, request.data.id);
      if (audience === null) return { ok: false, code: 'not-found' };
      // Joined before it is read: what changes in between is told twice rather than not at all.
      await socket.join(this.hub.open(definition, request.data.id, audience, (name) => this.outletOf(name)));
      return await watchTopic(definition, audience, request.data);
    } catch (error) {
      this.faults.report(error);
      return { ok: false, code: 'unavailable' };
    }
  }

  @SubscribeMessage('unwatch')
  async unwatch(@ConnectedSocket() socket: LiveSocket, @MessageBody() body: unknown): Promise<void> {
    const request = UnwatchRequest.safeParse(body);
    if (!request.success || !socket.data.rate.allow()) return;
    const prefix = `${request.data.topic}|${request.data.id}|`;
    for (const room of socket.rooms) if (room.startsWith(prefix)) await socket.leave(room);
  }

  private async admit(socket: LiveSocket, next: (refusal?: Error) => void): Promise<void> {
    const { headers, address, auth } = socket.handshake;
    const host = this.config.trustedProxies > 0 ? (headers['x-forwarded-host'] ?? headers.host) : headers.host;
    try {
      const verdict = await this.authentication.authenticate({
        headers,
        host: typeof host === 'string' ? host : '',
        token: (auth as { token?: unknown }).token,
      });
      if (verdict.kind === 'refused') return next(new Error('unauthenticated'));
      const actor = verdict.kind === 'signed-in' ? verdict.actor : undefined;
      socket.data = { actor, address, rate: new MessageRate() };
      next();
    } catch {
      next(new Error('unavailable'));
    }
  }

  private async dropTheRevoked(): Promise<void> {
    for (const socket of this.namespace.sockets.values()) {
      const { actor } = socket.data;
      if (!actor) continue;
      const now = await this.authentication.recheck(actor).catch(() => actor);
      if (now?.role === actor.role && now.organizationId === actor.organizationId) continue;
      socket.disconnect(true);
    }
  }

  private outletOf(name: string): { changes(message: LiveChanges): void; resync(): void } {
    return {
      changes: (message) => {
        this.dropTheSlow(name);
        this.namespace.to(name).emit('changes', message);
      },
      resync: () => {
        const [topic, id] = name.split('|') as [LiveChanges['topic'], string];
        this.namespace.to(name).emit('resync', { topic, id });
      },
    };
  }

  /** A reader that cannot keep up starts over; a lost message is never a lost fact. */
  private dropTheSlow(name: string): void {
    for (const id of this.namespace.adapter.rooms.get(name) ?? []) {
      const socket = this.namespace.sockets.get(id);
      if (!socket || !isBehind(socket)) continue;
      socket.emit('resync', {});
      socket.disconnect(true);
    }
  }
}
