import { Id } from '../../contracts/primitives.contract.js';
import { defineTopic } from '../../platform/live/define-topic.js';
import { ClassWatchers } from '../courses/class-watchers.policy.js';
import { HelpRequests } from './help-requests.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** A help request of a class was answered on this node. The id is the class's. No projection publishes this change. */
    help: string;
  }
}

/** The table is not a read model and is never rebuilt. */
const GENERATION = 1;
const STAFF_AUDIENCE = 'staff';

/** Topic `help`: the open help requests of a class for its staff, a student's own request for that student. */
export const helpTopic = defineTopic({
  topic: 'help',
  kind: 'presence',
  id: Id,
  follows: (id) => ({ topic: 'help', id }),
  inject: [ClassWatchers, HelpRequests],
  create: (watchers, requests) => ({
    /** The audience of a student is the student's id. */
    async audienceOf(actor, id) {
      const audience = await watchers.audienceOf(actor, id);
      return audience === 'student' ? actor.userId : audience && STAFF_AUDIENCE;
    },
    async read(id, audience) {
      const { now, rows } = await requests.read(id, audience === STAFF_AUDIENCE ? null : audience);
      return {
        sequence: now,
        generation: GENERATION,
        rows: rows.map(({ userId, request }) => ({ key: userId, sequence: now, value: request })),
      };
    },
  }),
});
