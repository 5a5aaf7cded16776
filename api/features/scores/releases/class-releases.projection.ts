import type { Projection } from '../../../platform/eventsourcing/projection.js';
import type { AnswersEvent, DebriefEvent } from './class-releases.events.js';

type ReleaseEvent = AnswersEvent | DebriefEvent;

/** A projection of the times at which something of classes was released to students; null after it was withheld again. */
const releasesProjection = <E extends ReleaseEvent>(
  name: string,
  table: string,
  handles: readonly E['type'][],
): Projection<E> => ({
  name,
  version: 1,
  handles,
  tables: [table],
  schema: `
    create table ${table} (
      session_id uuid primary key,
      released_at timestamptz,
      sequence bigint not null
    );
  `,
  apply: async (client, events) => {
    for (const { data, sequence } of events) {
      await client.query(
        `insert into ${table} as a (session_id, released_at, sequence) values ($1, $2, $3)
         on conflict (session_id) do update set released_at = excluded.released_at, sequence = excluded.sequence
         where a.sequence < excluded.sequence`,
        [data.sessionId, 'releasedAt' in data ? data.releasedAt : null, sequence],
      );
    }
    return [];
  },
});

export const answerReleasesProjection = releasesProjection<AnswersEvent>('answer-releases', 'answer_releases_v1', [
  'AnswersReleased',
  'AnswersWithheld',
]);

export const debriefReleasesProjection = releasesProjection<DebriefEvent>('debrief-releases', 'debrief_releases_v1', [
  'DebriefReleased',
  'DebriefWithheld',
]);
