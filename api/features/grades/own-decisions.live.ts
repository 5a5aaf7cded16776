import { Id } from '../../contracts/primitives.contract.js';
import { ReadModelPositions } from '../../platform/eventsourcing/projecting/read-model-positions.js';
import { defineTopic } from '../../platform/live/define-topic.js';
import { snapshot } from '../../platform/live/live-topic.js';
import { OwnDecisionsQuery } from './own-decisions.query.js';

/** Topic `own-decisions`: for a student, a number that grows when staff changes something about own results. */
export const ownDecisionsTopic = defineTopic({
  topic: 'own-decisions',
  kind: 'snapshot',
  id: Id,
  follows: (id) => ({ topic: 'own-decisions', id }),
  inject: [OwnDecisionsQuery, ReadModelPositions],
  create: (decisions, place) => ({
    audienceOf: (actor, id) => Promise.resolve(actor.userId === id ? 'student' : null),
    async read(id) {
      const position = await place.read(['grades', 'attempts']);
      return snapshot(position, { version: await decisions.version(id) });
    },
  }),
});
