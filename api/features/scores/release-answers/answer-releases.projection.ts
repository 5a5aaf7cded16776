import type { Projection } from '../../../platform/eventsourcing/projection.js';
import type { AnswersEvent } from './answers.events.js';

/** Times at which the answers of classes were released to students; null after they were withheld again. */
export const answerReleasesProjection: Projection<AnswersEvent> = {
  name: 'answer-releases',
  version: 1,
  handles: ['AnswersReleased', 'AnswersWithheld'],
  tables: ['answer_releases_v1'],
  schema: `
    create table answer_releases_v1 (
      session_id uuid primary key,
      released_at timestamptz,
      sequence bigint not null
    );
  `,
  apply: async (client, events) => {
    for (const { type, data, sequence } of events) {
      await client.query(
        `insert into answer_releases_v1 as a (session_id, released_at, sequence) values ($1, $2, $3)
         on conflict (session_id) do update set released_at = excluded.released_at, sequence = excluded.sequence
         where a.sequence < excluded.sequence`,
        [data.sessionId, type === 'AnswersReleased' ? data.releasedAt : null, sequence],
      );
    }
    return [];
  },
};
