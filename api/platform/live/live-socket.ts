import type { Namespace, Socket } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '../../contracts/live.contract.js';
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
