import { leastRankOf } from '../../contracts/effective-result.rule.js';
import { ERASED } from '../../platform/eventsourcing/personal-data.js';
import type { ProjectedEvent, Projection, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { PersonalDataErased } from '../people/user.events.js';
import type { AttemptAccepted, AttemptSetAside, GradeEvent } from './grade.events.js';

/** Only people have such an id. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type HandledEvent = GradeEvent | PersonalDataErased;

/**
 * The decisions of each course's staff with their reasons, and the results that count in it. An undone decision is kept. A course
 * without a row in the settings counts all results.
 */
export const gradesProjection: Projection<HandledEvent> = {
  name: 'grades',
  version: 1,
  handles: ['AttemptAccepted', 'AttemptSetAside', 'DecisionUndone', 'ResultsThatCountChanged', 'PersonalDataErased'],
  tables: ['grade_decisions_v1', 'grade_settings_v1'],
  schema: `
    create table grade_decisions_v1 (
      decision_id uuid primary key,
      course_id uuid not null,
      session_id uuid not null,
      user_id uuid not null,
      attempt_id uuid not null,
      decision text not null,
      reason text not null,
      decided_by uuid,
      decided_at timestamptz not null,
      undone_at timestamptz,
      sequence bigint not null
    );
    create index on grade_decisions_v1 (attempt_id);
    create index on grade_decisions_v1 (user_id);
    create table grade_settings_v1 (
      course_id uuid primary key,
      count text not null,
      least_level smallint not null,
      sequence bigint not null
    );
  `,
  apply: async (client, events) => {
    for (const event of events) await applyOne(client, event);
    return [];
  },
};

async function applyOne(client: ProjectionClient, event: ProjectedEvent<HandledEvent>): Promise<void> {
  const { type, data, sequence } = event;
  switch (type) {
    case 'AttemptAccepted':
    case 'AttemptSetAside':
      return insert(client, event);
    case 'DecisionUndone':
      await client.query('update grade_decisions_v1 set undone_at = $2 where decision_id = $1', [
        data.decisionId,
        data.undoneAt,
      ]);
      return;
    case 'ResultsThatCountChanged':
      await client.query(
        `insert into grade_settings_v1 as s (course_id, count, least_level, sequence) values ($1, $2, $3, $4)
         on conflict (course_id) do update
           set count = excluded.count, least_level = excluded.least_level, sequence = excluded.sequence
           where s.sequence < excluded.sequence`,
        [data.courseId, data.count, leastRankOf(data.count), sequence],
      );
      return;
    case 'PersonalDataErased':
      await client.query(`update grade_decisions_v1 set reason = $2 where user_id = $1 and reason <> ''`, [
        data.userId,
        ERASED,
      ]);
      return;
  }
}

async function insert(
  client: ProjectionClient,
  { type, data, metadata, sequence }: ProjectedEvent<AttemptAccepted | AttemptSetAside>,
): Promise<void> {
  await client.query(
    `insert into grade_decisions_v1 (decision_id, course_id, session_id, user_id, attempt_id, decision, reason, decided_by, decided_at, sequence)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    [
      data.decisionId,
      data.courseId,
      data.sessionId,
      data.userId,
      data.attemptId,
      type === 'AttemptAccepted' ? 'Accepted' : 'SetAside',
      data.reason,
      UUID.test(metadata.actorId) ? metadata.actorId : null,
      data.decidedAt,
      sequence,
    ],
  );
}
