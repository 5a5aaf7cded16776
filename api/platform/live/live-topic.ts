import { Injectable } from '@nestjs/common';
import type { LiveRow, LiveTopic } from '../../contracts/live.contract.js';
import type { Actor } from '../auth/actor.js';

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

/**
 * What people can watch; each read feature defines its own and registers it. `rows`: keyed rows with the sequence that last
 * changed them, sent when newer. `snapshot`: one small row, sent whole when it differs from the last one. `presence`: keyed
 * rows no projection tells of, whose sequence is the database's clock in milliseconds: all of them on watch, afterwards what a
 * look every two seconds finds changed, and no look where nobody watches.
 */
export interface LiveTopicDefinition {
  readonly topic: LiveTopic;
  readonly kind: 'rows' | 'snapshot' | 'presence';
  /** At most one message a room in this time, for what many watch and is large; 125 ms when it is left out. */
  readonly pauseMs?: number;
  /** The same verdict as the GET it mirrors; everybody of one audience sees the same rows. Null: not to be seen. */
  audienceOf(actor: Actor, id: string): Promise<string | null>;
  /** For topics that sockets of nobody may watch, too; the others leave it out. */
  publicAudienceOf?(id: string): string | null;
  /** The id under which projections report changes that concern this id, for this audience. */
  changeIdOf(id: string, audience: string): string;
  /** Rows changed after `since`, 0 for all; of kind `presence` always all. */
  read(id: string, audience: string, since: number): Promise<LiveRead>;
}

/** Where read features enter their topics. */
@Injectable()
export class LiveTopics {
  private readonly byName = new Map<string, LiveTopicDefinition>();

  /** To be called in `onModuleInit`. */
  register(definition: LiveTopicDefinition): void {
    this.byName.set(definition.topic, definition);
  }

  find(topic: LiveTopic): LiveTopicDefinition | undefined {
    return this.byName.get(topic);
  }
}
