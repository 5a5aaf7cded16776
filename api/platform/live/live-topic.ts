import { Injectable } from '@nestjs/common';
import type { LiveRow, LiveTopic } from '../../contracts/live.contract.js';
import type { Actor } from '../auth/actor.js';
import type { LiveChange } from '../eventsourcing/projection.js';

/**
 * Rows read at one point in time. `sequence` is the progress of the read models, `generation` counts their rebuilds. With
 * `hasMore`, there are too many rows for one message: these are the rows up to `sequence`, and the next read returns more.
 */
export interface LiveRead {
  readonly sequence: number;
  readonly generation: number;
  readonly rows: readonly LiveRow<unknown>[];
  readonly hasMore?: boolean;
}

/** Returns the read of a topic of kind `snapshot`: its one row. */
export const snapshot = ({ sequence, generation }: Omit<LiveRead, 'rows'>, value: unknown): LiveRead => ({
  sequence,
  generation,
  rows: [{ key: 'snapshot', sequence, value }],
});

/**
 * A topic as rooms, sockets and polls use it, created by `defineTopic`. Its kind determines which rows are sent:
 * - `rows`: keyed rows with the sequence of their last change, sent when newer.
 * - `snapshot`: one small row, sent when it differs from the last one.
 * - `presence`: keyed rows without a projection; their sequence is the database's clock in milliseconds. A new watcher receives
 *   all rows, afterwards the rows that have changed. They are read every two seconds, but only while the topic has watchers.
 */
export interface LiveTopicDefinition {
  readonly topic: LiveTopic;
  readonly kind: 'rows' | 'snapshot' | 'presence';
  /** Shortest time between two messages of a room, for large messages to many watchers; default 100 ms. */
  readonly pauseMs?: number;
  /** Returns the audience of the actor, null when the actor is not allowed to watch the id. */
  audienceOf(actor: Actor, id: string): Promise<string | null>;
  /** Returns the audience of watchers who are not signed in. A topic without it is for signed-in watchers only. */
  publicAudienceOf?(id: string): string | null;
  /** Returns the change after which the rows of this id are read again for this audience. */
  changeOf(id: string, audience: string): LiveChange;
  /** Reads the rows changed after `since`, all rows for 0; of kind `presence` always all rows. */
  read(id: string, audience: string, since: number): Promise<LiveRead>;
}

/** The topics of all features by name. */
@Injectable()
export class LiveTopics {
  private readonly byName = new Map<string, LiveTopicDefinition>();

  register(definition: LiveTopicDefinition): void {
    this.byName.set(definition.topic, definition);
  }

  find(topic: LiveTopic): LiveTopicDefinition | undefined {
    return this.byName.get(topic);
  }
}
