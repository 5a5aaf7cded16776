import type { GradebookContent } from '../../contracts/gradebook.contract.js';
import { gradebookRows } from '../../contracts/gradebook-rows.rule.js';
import { Id } from '../../contracts/primitives.contract.js';
import { defineTopic } from '../../platform/live/define-topic.js';
import { ClassWatchers } from '../courses/class-watchers.policy.js';
import { GradebookQuery } from './gradebook.query.js';

/** Topic `gradebook`: the rows of a class's gradebook, for its staff. */
export const gradebookTopic = defineTopic({
  topic: 'gradebook',
  kind: 'rows',
  id: Id,
  follows: (id) => ({ topic: 'gradebook', id }),
  inject: [ClassWatchers, GradebookQuery],
  create: (watchers, gradebook) => ({
    audienceOf: async (actor, id) => ((await watchers.audienceOf(actor, id)) === 'staff' ? 'staff' : null),
    async read(id, _audience, since) {
      const { sequence, generation, content } = await gradebook.readChanges(id, since);
      return { sequence, generation, rows: gradebookRows(JSON.parse(content) as GradebookContent) };
    },
  }),
});
