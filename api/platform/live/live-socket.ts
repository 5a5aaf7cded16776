import type { Namespace, Socket } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '../../contracts/live.contract.js';
import type { Actor } from '../auth/actor.js';
import type { MessageRate } from './socket-limits.js';

export interface SocketData {
  actor: Actor | undefined;
  network: string;
  rate: MessageRate;
}
type NoEvents = Record<string, never>;

export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>;
export type LiveNamespace = Namespace<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>;
