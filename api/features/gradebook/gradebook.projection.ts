import type { Projection } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import { attemptPoints } from '../../contracts/best-attempt.rule.js';
import { cellFlags } from '../../contracts/gradebook-rows.rule.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import type { ScoreSubmitted } from '../scores/score.events.js';

/**
 * The best attempt of each student in each scenario of a class, as the gradebook shows it. `cell` is the finished JSON
 * of a compact cell under its scenario: 30,000 of them are read as text, not built. Late attempts are left out (decisions S2).
 *
 * Better is more points (a quiz counts its questions only), then the later one, then the greater id: the rule of
 * `contracts/best-attempt.rule.ts`, here once more in SQL because it decides between rows.
 */
export const gradebookProjection: Projection<ScoreSubmitted> = {
  name: 'gradebook',
  version: 2,
  handles: ['ScoreSubmitted'],
  tables: ['gradebook_v2'],
  schema: `
    create table gradebook_v2 (
      session_id uuid,
      user_id uuid,
      scenario_id uuid,
      points double precision not null,
      completed_at timestamptz not null,
      attempt_id uuid not null,
      sequence bigint not null,
      cell text not null,
      primary key (session_id, user_id, scenario_id)
    );
    create index on gradebook_v2 (session_id, sequence);
  `,
  apply: async (client, events) => {
    const counted = events.filter(({ data }) => data.sessionId !== null && !data.late);
    if (counted.length === 0) return [];
    const { rows } = await client.query<{ session_id: string }>(MERGE, ROWS.parameters(counted.map(toRow)));
    return [...new Set(rows.map((row) => row.session_id))].map((id) => ({ topic: 'gradebook', id }));
  },
};

const ROWS = rowSet({
  session_id: 'uuid',
  user_id: 'uuid',
  scenario_id: 'uuid',
  points: 'double precision',
  completed_at: 'timestamptz',
  attempt_id: 'uuid',
  sequence: 'bigint',
  cell: 'text',
});

const MERGE = `
  insert into gradebook_v2 as best (${ROWS.columns})
  select distinct on (session_id, user_id, scenario_id) * from ${ROWS.source} as e
  order by session_id, user_id, scenario_id, points desc, completed_at desc, attempt_id desc
  on conflict (session_id, user_id, scenario_id) do update
    set points = excluded.points, completed_at = excluded.completed_at, attempt_id = excluded.attempt_id,
        sequence = excluded.sequence, cell = excluded.cell
    where (excluded.points, excluded.completed_at, excluded.attempt_id) > (best.points, best.completed_at, best.attempt_id)
  returning session_id`;

function toRow({ data, sequence }: { data: ScoreSubmitted['data']; sequence: number }) {
  const counted = data.questionScorecards.filter((question) => (question.maxScore ?? 0) > 0);
  // To the second, as everybody sees it: two attempts of one second are decided by their ids.
  const completedAt = toMoment(new Date(data.completedAt));
  const correct = counted.filter((question) => question.score === question.maxScore).length;
  const { totalScore, maxTotalScore, questionsScore, maxQuestionsScore } = data;
  const flags = cellFlags({ passed: data.passed, tooFast: data.tooFast === true });
  const points = [totalScore, maxTotalScore, questionsScore, maxQuestionsScore, correct, counted.length];
  return {
    session_id: data.sessionId,
    user_id: data.userId,
    scenario_id: data.scenarioId,
    points: attemptPoints(data),
    completed_at: completedAt,
    attempt_id: data.attemptId,
    sequence,
    cell: `"${data.scenarioId}":[${sequence},${points.join(',')},${flags},"${completedAt}"]`,
  };
}
