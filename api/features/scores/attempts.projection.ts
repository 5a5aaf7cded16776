import { ERASED } from '../../platform/eventsourcing/personal-data.js';
import { runsOfType } from '../../platform/eventsourcing/projecting/runs-of-type.js';
import type { ProjectedEvent, Projection, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import type { ClassResumed } from '../courses/course.events.js';
import type { PersonalDataErased } from '../people/user.events.js';
import type { ScoreSubmitted } from './score.events.js';

type HandledEvent = ScoreSubmitted | ClassResumed | PersonalDataErased;

/**
 * Every accepted attempt with its answers; attempts are never removed. A late attempt loses its mark when its class is
 * resumed after the attempt arrived. `free_text` contains what the player typed, until the player is erased.
 */
export const attemptsProjection: Projection<HandledEvent> = {
  name: 'attempts',
  version: 3,
  handles: ['ScoreSubmitted', 'ClassResumed', 'PersonalDataErased'],
  tables: ['attempts_v3'],
  schema: `
    create table attempts_v3 (
      attempt_id uuid primary key,
      user_id uuid not null,
      session_id uuid,
      organization_id uuid,
      scenario_id uuid not null,
      campaign_id uuid not null,
      score_card_type text not null,
      total_score double precision not null,
      questions_score double precision not null,
      max_total_score double precision not null,
      max_questions_score double precision not null,
      passed boolean not null,
      late boolean not null,
      too_fast boolean not null,
      started_at timestamptz not null,
      completed_at timestamptz not null,
      question_scorecards jsonb not null,
      free_text text,
      sequence bigint not null
    );
    create index on attempts_v3 (session_id, scenario_id, user_id);
    create index on attempts_v3 (user_id);
  `,
  apply: async (client, events) => {
    for (const run of runsOfType<ProjectedEvent<HandledEvent>>(events)) {
      if (run.type === 'ScoreSubmitted') await client.query(INSERT, ROWS.parameters(run.events.map(toRow)));
      else for (const event of run.events) await applyOne(client, event);
    }
    return [];
  },
};

const ROWS = rowSet({
  attempt_id: 'uuid',
  user_id: 'uuid',
  session_id: 'uuid',
  organization_id: 'uuid',
  scenario_id: 'uuid',
  campaign_id: 'uuid',
  score_card_type: 'text',
  total_score: 'double precision',
  questions_score: 'double precision',
  max_total_score: 'double precision',
  max_questions_score: 'double precision',
  passed: 'boolean',
  late: 'boolean',
  too_fast: 'boolean',
  started_at: 'timestamptz',
  completed_at: 'timestamptz',
  question_scorecards: 'jsonb',
  free_text: 'text',
  sequence: 'bigint',
});

const INSERT = `insert into attempts_v3 (${ROWS.columns}) select * from ${ROWS.source} as e on conflict do nothing`;

async function applyOne(
  client: ProjectionClient,
  { type, data, sequence }: ProjectedEvent<ClassResumed | PersonalDataErased>,
): Promise<void> {
  if (type === 'ClassResumed') {
    await client.query('update attempts_v3 set late = false where session_id = $1 and late and sequence < $2', [
      data.sessionId,
      sequence,
    ]);
  } else {
    await client.query('update attempts_v3 set free_text = $2 where user_id = $1 and free_text is not null', [
      data.userId,
      ERASED,
    ]);
  }
}

const toRow = ({ data, sequence }: ProjectedEvent<ScoreSubmitted>) => ({
  attempt_id: data.attemptId,
  user_id: data.userId,
  session_id: data.sessionId,
  organization_id: data.organizationId,
  scenario_id: data.scenarioId,
  campaign_id: data.campaignId,
  score_card_type: data.scoreCardType,
  total_score: data.totalScore,
  questions_score: data.questionsScore,
  max_total_score: data.maxTotalScore,
  max_questions_score: data.maxQuestionsScore,
  passed: data.passed,
  late: data.late,
  too_fast: data.tooFast ?? false,
  started_at: data.startedAt,
  completed_at: data.completedAt,
  question_scorecards: data.questionScorecards,
  free_text: data.freeText ?? null,
  sequence,
});
