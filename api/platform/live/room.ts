import type { LiveChanges } from '../../contracts/live.contract.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';

/** What a room tells those in it. */
export interface RoomOutlet {
  changes(message: LiveChanges): void;
  resync(): void;
}

/** Everybody of one audience who watches one (topic, id): read once for all of them, however many they are. */
export interface Room {
  readonly definition: LiveTopicDefinition;
  readonly id: string;
  readonly audience: string;
  /** Something in this room may have changed. */
  changed(): void;
  /** Somebody who is in the room was answered this. */
  answered(read: LiveRead): void;
  close(): void;
}
