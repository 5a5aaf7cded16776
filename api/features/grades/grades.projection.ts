import { leastRankOf } from '../../contracts/grading.rule.js';
import { ERASED } from '../../platform/eventsourcing/personal-data.js';
import { runsOfType } from '../../platform/eventsourcing/projecting/runs-of-type.js';
import type {
  LiveChange,
  ProjectedEvent,
  Projection,
  ProjectionClient,
} from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import type { PersonalDataErased } from '../people/user.events.js';
import { decisionOf } from './decision-history.rule.js';
import type { CellDecided, DecisionUndone, GradeEvent, GradingChanged, ScenarioRegraded } from './grade.events.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** Staff decided about results of a student, or changed them by a regrade or by settings; the id is the student's. */
    'own-decisions': string;
  }
}

/** Only people have such an id. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type HandledEvent = GradeEvent | PersonalDataErased;
type DecisionEvent = CellDecided | ScenarioRegraded;

const DECISIONS = rowSet({
  decision_id: 'uuid',
  course_id: 'uuid',
  session_id: 'uuid',
  user_id: 'uuid',
  scenario_id: 'uuid',
  attempt_id: 'uuid',
  kind: 'text',
  points: 'double precision',
  maximum: 'double precision',
  regrade: 'text',
  reason: 'text',
  decided_by: 'uuid',
  decided_at: 'timestamptz',
  sequence: 'bigint',
});
const UNDONE = rowSet({ course_id: 'uuid', decision_id: 'uuid', undone_at: 'timestamptz' });

/**
 * The decisions of each course's staff with their reasons, and its grading settings. Undone decisions are kept. Clients choose their ids,
 * which are unique within a course only. `regrade` is JSON: the
 * question, the change and whether no result gets worse. A course without a row in the settings has the default ones.
 */
export const gradesProjection: Projection<HandledEvent> = {
  name: 'grades',
  version: 3,
  handles: [
    'AttemptAccepted',
    'AttemptSetAside',
    'PointsSet',
    'ResultExcused',
    'ResultCommented',
    'DecisionsCleared',
    'ScenarioRegraded',
    'DecisionUndone',
    'GradingChanged',
    'PersonalDataErased',
  ],
  tables: ['grade_decisions_v3', 'grade_settings_v3'],
  schema: `
    create table grade_decisions_v3 (
      course_id uuid not null,
      decision_id uuid not null,
      session_id uuid,
      user_id uuid,
      scenario_id uuid not null,
      attempt_id uuid,
      kind text not null,
      points double precision,
      maximum double precision,
      regrade text,
      reason text not null,
      decided_by uuid,
      decided_at timestamptz not null,
      undone_at timestamptz,
      sequence bigint not null,
      primary key (course_id, decision_id)
    );
    create index on grade_decisions_v3 (session_id, user_id, scenario_id);
    create index on grade_decisions_v3 (attempt_id) where attempt_id is not null;
    create index on grade_decisions_v3 (course_id, sequence) where user_id is null;
    create index on grade_decisions_v3 (user_id);
    create index on grade_decisions_v3 (decided_by);
    create table grade_settings_v3 (
      course_id uuid primary key,
      grading text not null,
      least_level smallint not null,
      attempts text not null,
      sequence bigint not null
    );
  `,
  apply: async (client, events) => {
    const students = new Set<string>();
    for (const run of runsOfType<ProjectedEvent<HandledEvent>>(events)) {
      switch (run.type) {
        case 'DecisionUndone':
          await keepUndone(client, run.events);
          break;
        case 'GradingChanged':
          for (const event of run.events) await keepGrading(client, event);
          break;
        case 'PersonalDataErased':
          // Also where no reason was given: without the key, a rebuild cannot tell an empty reason from another one.
          await client.query('update grade_decisions_v3 set reason = $2 where user_id = any ($1)', [
            run.events.map(({ data }) => data.userId),
            ERASED,
          ]);
          break;
        default:
          await keepDecisions(client, run.events);
      }
      for (const { data } of run.events)
        if ('decisionId' in data && 'userId' in data && data.userId) students.add(data.userId);
    }
    return [...students].map((id): LiveChange => ({ topic: 'own-decisions', id }));
  },
};

async function keepDecisions(
  client: ProjectionClient,
  events: readonly ProjectedEvent<DecisionEvent>[],
): Promise<void> {
  await client.query(
    `insert into grade_decisions_v3 (${DECISIONS.columns}) select * from ${DECISIONS.source} as e on conflict do nothing`,
    DECISIONS.parameters(events.map(toRow)),
  );
}

async function keepUndone(client: ProjectionClient, events: readonly ProjectedEvent<DecisionUndone>[]): Promise<void> {
  const rows = events.map(({ data: { courseId, decisionId, undoneAt } }) => ({
    course_id: courseId,
    decision_id: decisionId,
    undone_at: undoneAt,
  }));
  await client.query(
    `update grade_decisions_v3 d set undone_at = e.undone_at from ${UNDONE.source} as e
     where d.course_id = e.course_id and d.decision_id = e.decision_id`,
    UNDONE.parameters(rows),
  );
}

async function keepGrading(
  client: ProjectionClient,
  { data: { courseId, grading }, sequence }: ProjectedEvent<GradingChanged>,
): Promise<void> {
  await client.query(
    `insert into grade_settings_v3 as s (course_id, grading, least_level, attempts, sequence) values ($1, $2, $3, $4, $5)
     on conflict (course_id) do update
       set grading = excluded.grading, least_level = excluded.least_level, attempts = excluded.attempts,
           sequence = excluded.sequence
       where s.sequence < excluded.sequence`,
    [courseId, JSON.stringify(grading), leastRankOf(grading.count), grading.attempts, sequence],
  );
}

function toRow(event: ProjectedEvent<DecisionEvent>) {
  const { data, metadata, sequence } = event;
  const { decisionId, kind, sessionId, userId, scenarioId, attemptId, points } = decisionOf(event);
  return {
    decision_id: decisionId,
    course_id: data.courseId,
    session_id: sessionId,
    user_id: userId,
    scenario_id: scenarioId,
    attempt_id: attemptId,
    kind,
    points: points?.points,
    maximum: points?.maximum,
    regrade: 'change' in data ? regradeOf(data) : null,
    reason: data.reason,
    decided_by: UUID.test(metadata.actorId) ? metadata.actorId : null,
    decided_at: data.decidedAt,
    sequence,
  };
}

const regradeOf = ({ questionText, change, neverLower }: ScenarioRegraded['data']): string =>
  JSON.stringify({ questionText, change, neverLower });
