import type { Projection } from '../../platform/eventsourcing/projection.js';
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
    await client.query(
      `insert into attempts_v2
       select "attemptId", "userId", "sessionId", "organizationId", "scenarioId", "campaignId", "scoreCardType", "totalScore",
              "questionsScore", "maxTotalScore", "maxQuestionsScore", passed, late,
              coalesce("tooFast", false), "startedAt", "completedAt", "questionScorecards"
       from jsonb_to_recordset($1) as e (
         "attemptId" uuid, "userId" uuid, "sessionId" uuid, "organizationId" uuid, "scenarioId" uuid, "campaignId" uuid,
         "scoreCardType" text, "totalScore" double precision, "questionsScore" double precision,
         "maxTotalScore" double precision, "maxQuestionsScore" double precision, passed boolean, late boolean,
         "tooFast" boolean,          "startedAt" timestamptz, "completedAt" timestamptz, "questionScorecards" jsonb)
       on conflict do nothing`,
      [JSON.stringify(events.map((event) => event.data))],
    );
    return [];
  },
};
