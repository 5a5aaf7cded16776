import { Id } from '../../contracts/primitives.contract.js';
import { defineTopic } from '../../platform/live/define-topic.js';
import { ClassWatchers } from '../courses/class-watchers.policy.js';
import { PresenceTable } from './presence-table.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** The presence of a student changed on this node. The id is the class's. No projection publishes this change. */
    presence: string;
  }
}

/** The table is not a read model and is never rebuilt. */
const GENERATION = 1;

/** Topic `presence`: the presence of the students of a class, for its staff. */
export const presenceTopic = defineTopic({
  topic: 'presence',
  kind: 'presence',
  id: Id,
  follows: (id) => ({ topic: 'presence', id }),
  inject: [ClassWatchers, PresenceTable],
  create: (watchers, table) => ({
    audienceOf: async (actor, id) => ((await watchers.audienceOf(actor, id)) === 'staff' ? 'staff' : null),
    async read(id) {
      const { now, rows } = await table.read(id);
      return {
        sequence: now,
        generation: GENERATION,
        rows: rows.map(({ userId, presence }) => ({ key: userId, sequence: now, value: presence })),
      };
    },
  }),
});
