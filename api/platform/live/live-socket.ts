import type { Namespace, Socket } from 'socket.io';
import type {
  ClientToServerEvents,
  LiveTopic,
  ServerToClientEvents,
  UnwatchRequest,
} from '../../contracts/live.contract.js';
import type { Actor } from '../auth/actor.js';
import type { MessageRate } from './socket-limits.js';

export interface SocketData {
  actor: Actor | undefined;
  network: string;
  rate: MessageRate;
  /** Watches that are not answered yet. `unwatch` removes them, so that they do not join after their access check. */
  readonly starting: Set<UnwatchRequest>;
  /** Time at which the socket is closed unless it is renewed; undefined for anonymous sockets, which watch only public topics. */
  expiresAt?: Date | undefined;
  /** True when the client has been asked to renew before the current `expiresAt`. */
  renewalRequested?: boolean;
}
type NoEvents = Record<string, never>;

export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>;
export type LiveNamespace = Namespace<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>;

/** A watcher whose rights are checked repeatedly: a socket, or a waiting poll. */
export interface LiveConnection {
  readonly data: Pick<SocketData, 'actor' | 'expiresAt' | 'renewalRequested'>;
  readonly rooms: ReadonlySet<string>;
  leave(room: string): unknown;
  emit(event: 'resync', scope: { topic: LiveTopic; id: string }): unknown;
  emit(event: 'expiring'): unknown;
  disconnect(close: boolean): unknown;
}
