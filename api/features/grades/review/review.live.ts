import { Id } from '../../../contracts/primitives.contract.js';
import { ReadModelPositions } from '../../../platform/eventsourcing/projecting/read-model-positions.js';
import { defineTopic } from '../../../platform/live/define-topic.js';
import { snapshot } from '../../../platform/live/live-topic.js';
import { ClassWatchers } from '../../courses/class-watchers.policy.js';
import { ReviewQuery } from './review.query.js';

/** Topic `review`: the response of GET /api/sessions/{sessionId}/review, for staff of the course. */
export const reviewTopic = defineTopic({
  topic: 'review',
  kind: 'snapshot',
  // Staff reviews at leisure. A class that plays may change the list constantly, and every gradebook follows it for the number on the tab.
  pauseMs: 2_000,
  id: Id,
  follows: (id) => ({ topic: 'review', id }),
  inject: [ClassWatchers, ReviewQuery, ReadModelPositions],
  create: (watchers, review, place) => ({
    audienceOf: async (actor, id) => ((await watchers.audienceOf(actor, id)) === 'staff' ? 'staff' : null),
    async read(id) {
      const position = await place.read(['attempts', 'grades', 'rosters', 'people']);
      const found = await watchers.find(id);
      return snapshot(position, found ? await review.read(found.session) : { open: 0, attempts: [] });
    },
  }),
});
