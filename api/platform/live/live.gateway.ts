import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import {
  LIVE_NAMESPACE,
  type LiveChanges,
  MAX_WATCHES,
  RenewRequest,
  UnwatchRequest,
  type WatchReply,
  WatchRequest,
} from '../../contracts/live.contract.js';
import { CONFIG, type Config } from '../../config.js';
import { SocketAuthentication } from '../auth/socket-authentication.js';
import { networkOf } from '../client-network.js';
import { CLOCK, type Clock } from '../clock.js';
import { FaultLog } from '../ops/fault-log.js';
import { clientAddress } from './client-address.js';
import { LiveHub } from './live-hub.js';
import { LiveLoad } from './live-load.js';
import { LivePolls } from './live-polls.js';
import type { LiveConnection, LiveNamespace, LiveSocket } from './live-socket.js';
import { LiveTopics } from './live-topic.js';
import { disconnectExpired, disconnectRevoked, closeForbiddenWatches } from './recheck.js';
import { repeatedly } from './repeatedly.js';
import type { RoomWatchers } from './room.js';
import { parseRoomName } from './room-name.js';
import { isBehind, MessageRate, SocketCounter } from './socket-limits.js';
import { watchTopic } from './watch-topic.js';
import { runOnRequest } from './run-on-request.js';

/** Interval at which rights are checked. Watchers without rights are disconnected within 5 s. */
const RECHECK_MS = 2_000;
/** Interval at which the audiences of watchers are checked, with one query per user and watched topic. */
const RECHECK_WATCHES_MS = 4_000;
/** Interval at which the node checks whether it is cut off. The check does not use the database. */
const CUT_OFF_CHECK_MS = 500;

/** Admits sockets to the `/live` namespace, lets them watch topics, and disconnects them when their rights end. */
@Injectable()
@WebSocketGateway({ namespace: LIVE_NAMESPACE })
export class LiveGateway implements OnGatewayInit, OnGatewayConnection, OnModuleDestroy, RoomWatchers {
  private readonly faults = new FaultLog(new Logger(LiveGateway.name));
  private readonly counter = new SocketCounter();
  private namespace!: LiveNamespace;
  private readonly stopped = new AbortController();

  constructor(
    private readonly authentication: SocketAuthentication,
    private readonly topics: LiveTopics,
    private readonly hub: LiveHub,
    private readonly load: LiveLoad,
    private readonly polls: LivePolls,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  afterInit(namespace: LiveNamespace): void {
    this.namespace = namespace;
    namespace.use((socket, next) => void this.admit(socket, next));
    namespace.adapter.on('delete-room', (name: string) => this.hub.closeIfEmpty(name));
    this.hub.addWatchers(this);
    // socket.io always creates the root namespace, which the platform does not use.
    namespace.server.of('/').use((_socket, next) => next(new Error('unauthenticated')));
    if (!this.config.roles.includes('http')) return;
    this.repeat(RECHECK_MS, () => this.recheck());
    this.repeat(CUT_OFF_CHECK_MS, async () => {
      if (this.hub.isCutOff) this.disconnectAll();
    });
    const recheckWatches = () => closeForbiddenWatches(this.connections(), this.topics);
    this.repeat(RECHECK_WATCHES_MS, recheckWatches);
    this.hub.onChange(
      'access',
      runOnRequest(recheckWatches, (error) => this.faults.report(error)),
    );
  }

  handleConnection(socket: LiveSocket): void {
    const { actor, network } = socket.data;
    if (!this.counter.admit(actor?.userId, network)) {
      socket.disconnect(true);
      return;
    }
    const leave = this.load.enter(actor ? 'signed-in' : 'anonymous');
    socket.once('disconnect', () => {
      this.counter.give(actor?.userId, network);
      leave();
    });
  }

  onModuleDestroy(): void {
    this.stopped.abort();
    this.namespace?.disconnectSockets(true);
  }

  isWatched(room: string): boolean {
    return this.namespace.adapter.rooms.has(room);
  }

  changes(room: string, message: LiveChanges, _digest: () => string | undefined, recordedAt: number | undefined): void {
    this.disconnectSlow(room);
    this.namespace.to(room).emit('changes', message);
    if (recordedAt !== undefined) this.load.pushes.pushed(recordedAt);
  }

  resync(room: string): void {
    this.namespace.to(room).emit('resync', parseRoomName(room) ?? {});
  }

  @SubscribeMessage('watch')
  async watch(@ConnectedSocket() socket: LiveSocket, @MessageBody() body: unknown): Promise<WatchReply> {
    if (!socket.data.rate.allow()) return { ok: false, code: 'too-many' };
    const request = WatchRequest.safeParse(body);
    if (!request.success) return { ok: false, code: 'invalid' };
    if (socket.rooms.size > MAX_WATCHES) return { ok: false, code: 'too-many' };
    const definition = this.topics.find(request.data.topic);
    const { actor, starting } = socket.data;
    if (!definition) return { ok: false, code: 'not-found' };
    const { topic, id } = request.data;
    const started = { topic, id };
    starting.add(started);
    try {
      const audience = actor ? await definition.audienceOf(actor, id) : (definition.publicAudienceOf?.(id) ?? null);
      if (audience === null) return { ok: false, code: 'not-found' };
      // No await until the join, because a room without watchers is never closed.
      if (!socket.connected || !starting.has(started)) return { ok: false, code: 'not-found' };
      const room = this.hub.open(definition, id, audience);
      // Join before reading: a change in between is sent twice instead of being lost.
      void socket.join(room);
      const reply = await watchTopic(definition, audience, request.data, (...place) =>
        this.hub.waitUntilReached(...place),
      );
      // A client that sends requests without reading fills its buffer with replies.
      if (isBehind(socket)) this.drop(socket);
      this.hub.recordReply(room, reply);
      return reply;
    } catch (error) {
      this.faults.report(error);
      return { ok: false, code: 'unavailable' };
    } finally {
      starting.delete(started);
    }
  }

  @SubscribeMessage('unwatch')
  async unwatch(@ConnectedSocket() socket: LiveSocket, @MessageBody() body: unknown): Promise<void> {
    const request = UnwatchRequest.safeParse(body);
    if (!request.success || !socket.data.rate.allow()) return;
    const { topic, id } = request.data;
    for (const each of socket.data.starting) {
      if (each.topic === topic && each.id === id) socket.data.starting.delete(each);
    }
    const prefix = `${topic}|${id}|`;
    for (const room of socket.rooms) if (room.startsWith(prefix)) await socket.leave(room);
  }

  /** Extends the socket with a newer token of its sign-in session. Ignores any other token. */
  @SubscribeMessage('renew')
  renew(@ConnectedSocket() socket: LiveSocket, @MessageBody() body: unknown): void {
    const { actor, rate } = socket.data;
    const request = RenewRequest.safeParse(body);
    if (!actor || !request.success || !rate.allow()) return;
    const expiresAt = this.authentication.renewal(request.data.token, actor);
    if (!expiresAt) return;
    socket.data.expiresAt = expiresAt;
    socket.data.renewalRequested = false;
  }

  private async admit(socket: LiveSocket, next: (refusal?: Error) => void): Promise<void> {
    const { headers, auth } = socket.handshake;
    const network = networkOf(clientAddress(socket.request, this.config.trustedProxies));
    try {
      if (this.hub.isCutOff || !(await this.hub.canServe())) return next(new Error('unavailable'));
      const verdict = await this.authentication.authenticate({
        headers,
        token: (auth as { token?: unknown }).token,
      });
      if (verdict.kind === 'refused') return next(new Error('unauthenticated'));
      const { actor, expiresAt } = verdict.kind === 'signed-in' ? verdict : {};
      socket.data = { actor, network, rate: new MessageRate(), starting: new Set(), expiresAt };
      next();
    } catch {
      next(new Error('unavailable'));
    }
  }

  /** Checks expiry and rights. While the read models belong to another build, moves all watchers to the nodes of that build. */
  private async recheck(): Promise<void> {
    disconnectExpired(this.namespace.sockets.values(), this.clock.now());
    if (await this.hub.canServe()) return disconnectRevoked(this.connections(), this.authentication);
    this.disconnectAll();
  }

  /** Disconnects every watcher, so that its client connects to another node. */
  private disconnectAll(): void {
    this.namespace.disconnectSockets(true);
    this.polls.endAll();
  }

  private connections(): LiveConnection[] {
    return [...this.namespace.sockets.values(), ...this.polls.waiting()];
  }

  private repeat(everyMs: number, work: () => Promise<void>): void {
    void repeatedly(everyMs, this.stopped.signal, work, (error) => this.faults.report(error));
  }

  /** Disconnects watchers that read too slowly. They lose no data, because they watch again from their last sequence. */
  private disconnectSlow(name: string): void {
    for (const id of this.namespace.adapter.rooms.get(name) ?? []) {
      const socket = this.namespace.sockets.get(id);
      if (socket && isBehind(socket)) this.drop(socket);
    }
  }

  private drop(socket: LiveSocket): void {
    socket.emit('resync', {});
    socket.disconnect(true);
  }
}
