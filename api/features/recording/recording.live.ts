import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Id } from '../../contracts/primitives.contract.js';
import { defineTopic } from '../../platform/live/define-topic.js';
import { LiveHub } from '../../platform/live/live-hub.js';
import type { LiveRead } from '../../platform/live/live-topic.js';
import { ClassWatchers } from '../courses/class-watchers.policy.js';
import { RecordedStatesQuery } from '../presence/recorded-states.query.js';
import { Bookmarks } from './bookmarks/bookmarks.js';
import { RecordingChangesQuery } from './read-recording/recording-changes.query.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** A bookmark of a class changed on this node. The id is the class's. No projection publishes this change. */
    'recorded-states': string;
  }
}

/** Reads the changes of a class by its id alone. */
@Injectable()
export class WatchedRecordings implements OnModuleInit {
  constructor(
    private readonly watchers: ClassWatchers,
    private readonly changes: RecordingChangesQuery,
    private readonly hub: LiveHub,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Follows the gradebook and the boards of a class, because steps of its course and of the platform publish no change of a recording. A new
   * edition of the catalogue changes neither, so it is sent with the next change of the class.
   */
  onModuleInit(): void {
    for (const topic of ['gradebook', 'leaderboard'] as const) {
      this.hub.onChange(topic, (sessionIds) => {
        for (const sessionId of sessionIds) this.hub.changed('recording', sessionId);
      });
    }
  }

  async read(sessionId: string, since: number): Promise<LiveRead> {
    const found = await this.watchers.find(sessionId);
    const { catalogueId } = this.config;
    const courseId = found?.course.courseId ?? sessionId;
    return this.changes.read({ sessionId, courseId, catalogueId }, since);
  }
}

/** Topic `recording`: how the recording of a class continues, for its staff. */
export const recordingTopic = defineTopic({
  topic: 'recording',
  kind: 'rows',
  id: Id,
  follows: (id) => ({ topic: 'recording', id }),
  inject: [ClassWatchers, WatchedRecordings],
  create: (watchers, recordings) => ({
    audienceOf: async (actor, id) => ((await watchers.audienceOf(actor, id)) === 'staff' ? 'staff' : null),
    read: (id, _audience, since) => recordings.read(id, since),
  }),
});

/** The tables are not read models and are never rebuilt. */
const GENERATION = 1;

/** Topic `recorded-states`: the newest recorded states and the bookmarks of a class, for its staff. */
export const recordedStatesTopic = defineTopic({
  topic: 'recorded-states',
  kind: 'presence',
  id: Id,
  follows: (id) => ({ topic: 'recorded-states', id }),
  inject: [ClassWatchers, RecordedStatesQuery, Bookmarks],
  create: (watchers, states, bookmarks) => ({
    audienceOf: async (actor, id) => ((await watchers.audienceOf(actor, id)) === 'staff' ? 'staff' : null),
    async read(id) {
      const [{ now, rows }, marks] = await Promise.all([states.newest(id), bookmarks.read(id)]);
      return {
        sequence: now,
        generation: GENERATION,
        rows: [
          ...rows.map(({ userId, value }) => ({ key: userId, sequence: now, value })),
          ...marks.map(({ bookmark_id: key, at, user_id: authorId, note }) => ({
            key,
            sequence: now,
            value: { kind: 'bookmark', at: at.getTime(), authorId, note },
          })),
        ],
      };
    },
  }),
});
