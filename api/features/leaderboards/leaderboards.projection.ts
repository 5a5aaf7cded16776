import type { LiveChange, ProjectedEvent, Projection } from '../../platform/eventsourcing/projection.js';
import { roundPoints } from '../../contracts/points.rule.js';
import type { ScoreSubmitted } from '../scores/score.events.js';
import type { LeaderboardsCleared } from './leaderboard.events.js';

type BoardEvent = ScoreSubmitted | LeaderboardsCleared;

/**
 * The best passed Compete attempt of each student in each scenario of a class (decisions L2); the earlier achiever wins a
 * tie, so an equal score later changes nothing. Clearing removes what is there: boards start again from that place in the log.
 */
export const leaderboardsProjection: Projection<BoardEvent> = {
  name: 'leaderboards',
  version: 1,
  handles: ['ScoreSubmitted', 'LeaderboardsCleared'],
  tables: ['leaderboards_v1', 'leaderboards_cleared_v1'],
  schema: `
    create table leaderboards_v1 (
      session_id uuid,
      user_id uuid,
      scenario_id uuid,
      campaign_id uuid not null,
      organization_id uuid,
      score double precision not null,
      total_score double precision not null,
      questions_score double precision not null,
      achieved_at timestamptz not null,
      attempt_id uuid not null,
      sequence bigint not null,
      primary key (session_id, user_id, scenario_id)
    );
    create index on leaderboards_v1 (scenario_id);
    create table leaderboards_cleared_v1 (only_row boolean primary key, cleared_at timestamptz not null, sequence bigint not null);
  `,
  apply: async (client, events) => {
    const changes: LiveChange[] = [];
    const cleared = events.findLast((event) => event.type === 'LeaderboardsCleared');
    if (cleared?.type === 'LeaderboardsCleared') {
      const { rows } = await client.query<{ session_id: string }>(
        'with gone as (delete from leaderboards_v1 where sequence < $1 returning session_id) select distinct session_id from gone',
        [cleared.sequence],
      );
      await client.query(
        `insert into leaderboards_cleared_v1 as c values (true, $1, $2)
         on conflict (only_row) do update set cleared_at = excluded.cleared_at, sequence = excluded.sequence
         where c.sequence < excluded.sequence`,
        [cleared.data.clearedAt, cleared.sequence],
      );
      changes.push(...rows.map((row) => ({ topic: 'leaderboard', id: row.session_id })));
    }
    const ranked = events.flatMap((event) => (event.sequence > (cleared?.sequence ?? 0) ? toRow(event) : []));
    if (ranked.length > 0) {
      const { rows } = await client.query<{ session_id: string }>(MERGE, [JSON.stringify(ranked)]);
      changes.push(...[...new Set(rows.map((row) => row.session_id))].map((id) => ({ topic: 'leaderboard', id })));
    }
    return changes;
  },
};

const MERGE = `
  insert into leaderboards_v1 as best
  select distinct on (session_id, user_id, scenario_id) e.*
  from jsonb_to_recordset($1) as e (session_id uuid, user_id uuid, scenario_id uuid, campaign_id uuid, organization_id uuid,
    score double precision, total_score double precision, questions_score double precision, achieved_at timestamptz,
    attempt_id uuid, sequence bigint)
  where sequence > coalesce((select c.sequence from leaderboards_cleared_v1 c), 0)
  order by session_id, user_id, scenario_id, score desc, achieved_at, attempt_id
  on conflict (session_id, user_id, scenario_id) do update
    set score = excluded.score, total_score = excluded.total_score, questions_score = excluded.questions_score,
        achieved_at = excluded.achieved_at, attempt_id = excluded.attempt_id, sequence = excluded.sequence
    where excluded.score > best.score
       or (excluded.score = best.score and (excluded.achieved_at, excluded.attempt_id) < (best.achieved_at, best.attempt_id))
  returning session_id`;

function toRow(event: ProjectedEvent<BoardEvent>): object[] {
  if (event.type !== 'ScoreSubmitted') return [];
  const { data, sequence } = event;
  if (data.campaignType !== 'Compete' || !data.passed || data.late || data.sessionId === null) return [];
  return [
    {
      session_id: data.sessionId,
      user_id: data.userId,
      scenario_id: data.scenarioId,
      campaign_id: data.campaignId,
      organization_id: data.organizationId,
      score: roundPoints(data.totalScore + data.questionsScore),
      total_score: data.totalScore,
      questions_score: data.questionsScore,
      achieved_at: data.completedAt,
      attempt_id: data.attemptId,
      sequence,
    },
  ];
}
