import type { Projection } from '../../../platform/eventsourcing/projection.js';
import type { SentAnswersEvent } from './sent-answers.events.js';

/** The catalogues whose correct answers were ever sent to players. `sent` is false after they were withheld again. */
export const sentAnswersProjection: Projection<SentAnswersEvent> = {
  name: 'sent-answers',
  version: 1,
  handles: ['CatalogueAnswersSent', 'CatalogueAnswersWithheld'],
  tables: ['sent_answers_v1'],
  schema: `
    create table sent_answers_v1 (
      catalogue_id uuid primary key,
      sent boolean not null,
      sequence bigint not null
    );
  `,
  apply: async (client, events) => {
    for (const { type, data, sequence } of events) {
      await client.query(
        `insert into sent_answers_v1 as a (catalogue_id, sent, sequence) values ($1, $2, $3)
         on conflict (catalogue_id) do update set sent = excluded.sent, sequence = excluded.sequence
         where a.sequence < excluded.sequence`,
        [data.catalogueId, type === 'CatalogueAnswersSent', sequence],
      );
    }
    return [];
  },
};
