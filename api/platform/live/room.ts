import type { LiveChanges } from '../../contracts/live.contract.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';
import type { ChangeCause } from './read-changes.js';

/** What a room tells those in it. */
export interface RoomOutlet {
  /** `recordedAt`: when the oldest event was recorded that it tells of, in milliseconds; unknown where none led to it. */
  changes(message: LiveChanges, recordedAt?: number): void;
  resync(): void;
}

/** Watchers of rooms that share one way to be reached: sockets, or polls. */
export interface RoomWatchers {
  /** True while one of them is in the room. */
  areIn(room: string): boolean;
  /** Sends a message of the room. `digest` computes the name of the content it leads to, see `PollFrame`. */
  changes(room: string, message: LiveChanges, digest: () => string | undefined, recordedAt: number | undefined): void;
  /** Asks them to watch again from where they stand. */
  resync(room: string): void;
}

/** Everybody of one audience who watches one (topic, id): read once for all of them, however many they are. */
export interface Room {
  readonly definition: LiveTopicDefinition;
  readonly id: string;
  readonly audience: string;
  /** Something in this room may have changed; `cause` is undefined when no event led to it. */
  changed(cause?: ChangeCause): void;
  /** Somebody who is in the room was answered this. */
  answered(read: LiveRead): void;
  close(): void;
}
