import type { Namespace, Socket } from 'socket.io';
import type { ClientToServerEvents, LiveTopic, ServerToClientEvents } from '../../contracts/live.contract.js';
import type { Actor } from '../auth/actor.js';
import type { MessageRate } from './socket-limits.js';

export interface SocketData {
  actor: Actor | undefined;
  network: string;
  rate: MessageRate;
  /** When the socket must be closed unless it is renewed; undefined for anonymous sockets, which show only public topics. */
  expiresAt?: Date | undefined;
  /** The client has been asked to renew, for this end. */
  askedToRenew?: boolean;
}
type NoEvents = Record<string, never>;

export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>;
export type LiveNamespace = Namespace<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>;

/** A watcher whose rights are checked again while it watches: a socket, or a poll that waits. */
export interface LiveConnection {
  readonly data: Pick<SocketData, 'actor' | 'expiresAt' | 'askedToRenew'>;
  readonly rooms: ReadonlySet<string>;
  leave(room: string): unknown;
  emit(event: 'resync', scope: { topic: LiveTopic; id: string }): unknown;
  emit(event: 'expiring'): unknown;
  disconnect(close: boolean): unknown;
}
