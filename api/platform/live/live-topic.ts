import { Injectable } from '@nestjs/common';
import type { LiveRow, LiveTopic } from '../../contracts/live.contract.js';
import type { Actor } from '../auth/actor.js';
import type { LiveChange } from '../eventsourcing/projection.js';

/**
 * Rows of one moment: `sequence` is how far the read models had come, `generation` counts their rebuilds. With `hasMore` only
 * the rows up to `sequence`, for there are too many for one message: the rest follows.
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
 * A topic as rooms, sockets and polls use it; `defineTopic` makes one. `rows`: keyed rows with the sequence that last
 * changed them, sent when newer. `snapshot`: one small row, sent whole when it differs from the last one. `presence`: keyed
 * rows no projection tells of, whose sequence is the database's clock in milliseconds: all of them on watch, afterwards what a
 * look every two seconds finds changed, and no look where nobody watches.
 */
export interface LiveTopicDefinition {
  readonly topic: LiveTopic;
  readonly kind: 'rows' | 'snapshot' | 'presence';
  /** At most one message a room in this time, for what many watch and is large; 125 ms when it is left out. */
  readonly pauseMs?: number;
  /** Returns the audience of the actor, null when the actor is not allowed to watch the id. */
  audienceOf(actor: Actor, id: string): Promise<string | null>;
  /** Returns the audience of watchers who are not signed in; a topic without it is for signed-in watchers only. */
  publicAudienceOf?(id: string): string | null;
  /** Returns the change after which the rows of this id are read again for this audience. */
  changeOf(id: string, audience: string): LiveChange;
  /** Rows changed after `since`, 0 for all; of kind `presence` always all. */
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
