import type { LiveChanges } from '../../contracts/live.contract.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';
import type { ChangeCause } from './read-changes.js';

/** Sends the messages of a room to its watchers. */
export interface RoomOutlet {
  /** Sends changes. `recordedAt` is the recording time of their oldest event in milliseconds; unknown without an event. */
  changes(message: LiveChanges, recordedAt?: number): void;
  resync(): void;
}

/** Watchers that use the same transport: sockets, or polls. */
export interface RoomWatchers {
  /** True while at least one of them is in the room. */
  isWatched(room: string): boolean;
  /** Sends a message of the room. `digest` computes the digest of the resulting content, see `PollFrame`. */
  changes(room: string, message: LiveChanges, digest: () => string | undefined, recordedAt: number | undefined): void;
  /** Asks the watchers to watch again from their current sequence. */
  resync(room: string): void;
}

/** The watchers of one (topic, id) in one audience. Rows are read once for all of them. */
export interface Room {
  readonly definition: LiveTopicDefinition;
  readonly id: string;
  readonly audience: string;
  /** Reports that rows of this room may have changed; `cause` is undefined without an event. */
  changed(cause?: ChangeCause): void;
  /** Records the reply that a watcher of this room has received. */
  recordReply(read: LiveRead): void;
  close(): void;
}
