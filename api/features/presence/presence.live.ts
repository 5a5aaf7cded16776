import { Id } from '../../contracts/primitives.contract.js';
import { defineTopic } from '../../platform/live/define-topic.js';
import { ClassWatchers } from '../courses/class-watchers.policy.js';
import { PresenceTable } from './presence-table.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** What the monitor shows of a student changed on this node; the id is the class's. No projection publishes it. */
    presence: string;
  }
}

/** The table is not a read model and is never rebuilt. */
const GENERATION = 1;

/** Topic `presence`: where the students of a class are, for its staff. */
export const presenceTopic = defineTopic({
  topic: 'presence',
  kind: 'presence',
  id: Id,
  follows: (id) => ({ topic: 'presence', id }),
  inject: [ClassWatchers, PresenceTable],
  create: (watchers, table) => ({
    audienceOf: async (actor, id) => ((await watchers.standing(actor, id)) === 'staff' ? 'staff' : null),
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
