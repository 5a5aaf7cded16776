import type { Projection } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import type { ScoreSubmitted } from './score.events.js';

/** Every attempt ever acknowledged, with its answers: nothing that was submitted disappears. */
export const attemptsProjection: Projection<ScoreSubmitted> = {
  name: 'attempts',
  version: 2,
  handles: ['ScoreSubmitted'],
  tables: ['attempts_v2'],
  schema: `
    create table attempts_v2 (
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
      question_scorecards jsonb not null
    );
    create index on attempts_v2 (session_id, scenario_id, user_id);
    create index on attempts_v2 (user_id);
  `,
  apply: async (client, events) => {
    await client.query(INSERT, ROWS.parameters(events.map(toRow)));
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
});

const INSERT = `insert into attempts_v2 (${ROWS.columns}) select * from ${ROWS.source} as e on conflict do nothing`;

const toRow = ({ data }: { data: ScoreSubmitted['data'] }) => ({
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
});
