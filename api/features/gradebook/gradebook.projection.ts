import { runsOfType } from '../../platform/eventsourcing/projecting/runs-of-type.js';
import type { ProjectedEvent, Projection, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import { attemptPoints } from '../../contracts/best-attempt.rule.js';
import { cellFlags } from '../../contracts/gradebook-rows.rule.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import {
  CANDIDATE_TYPES,
  candidateOf,
  Candidates,
  COUNTING_EVENTS,
  type CountingEvent,
  isInCell,
} from '../scores/candidates.query.js';
import { cellStatements } from '../scores/cell-statements.query.js';
import type { ScoreSubmitted } from '../scores/score.events.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** Rows of a gradebook changed. The id is the class's. */
    gradebook: string;
  }
}

type HandledEvent = ScoreSubmitted | CountingEvent;

const candidates = new Candidates('gradebook_candidates_v4', 'gradebook_settings_v4');

/**
 * The attempt that counts for each student in each scenario of a class, as shown in the gradebook. A cell without one any more
 * remains without an attempt, so that pages remove it. `figures` are the finished members of a compact cell, because 30,000 of
 * them are read as text and not built. The level is not one of them, because it can change.
 *
 * An attempt is better with more points (a quiz counts its questions only), then if it is later, then if its id is greater.
 * This rule of `contracts/best-attempt.rule.ts` is repeated in SQL, because it compares rows.
 */
export const gradebookProjection: Projection<HandledEvent> = {
  name: 'gradebook',
  version: 4,
  handles: ['ScoreSubmitted', ...COUNTING_EVENTS],
  tables: ['gradebook_v4', 'gradebook_candidates_v4', 'gradebook_settings_v4'],
  schema: `
    create table gradebook_v4 (
      session_id uuid,
      user_id uuid,
      scenario_id uuid,
      points double precision,
      completed_at timestamptz,
      attempt_id uuid,
      level smallint,
      figures text,
      sequence bigint not null,
      primary key (session_id, user_id, scenario_id)
    );
    create index on gradebook_v4 (session_id, sequence);
    ${candidates.schema('points double precision not null, completed_at timestamptz not null, figures text not null')}
  `,
  apply: async (client, events) => {
    const changed = new Set<string>();
    for (const run of runsOfType<ProjectedEvent<HandledEvent>>(events)) {
      const rows = run.type === 'ScoreSubmitted' ? await merge(client, run.events) : await recount(client, run.events);
      for (const { session_id } of rows) changed.add(session_id);
    }
    return [...changed].map((id) => ({ topic: 'gradebook', id }));
  },
};

interface Changed {
  session_id: string;
}

const ROWS = rowSet({
  ...CANDIDATE_TYPES,
  points: 'double precision',
  completed_at: 'timestamptz',
  figures: 'text',
});

const CELLS = cellStatements({
  candidates,
  table: 'gradebook_v4',
  order: ['points', 'completed_at'],
  copied: ['level', 'figures'],
  columns: ROWS.columns,
  source: ROWS.source,
});

async function merge(
  client: ProjectionClient,
  events: readonly ProjectedEvent<ScoreSubmitted>[],
): Promise<readonly Changed[]> {
  const rows = events.filter(isInCell).map(toRow);
  return rows.length === 0 ? [] : (await client.query<Changed>(CELLS.merge, ROWS.parameters(rows))).rows;
}

async function recount(
  client: ProjectionClient,
  events: readonly ProjectedEvent<CountingEvent>[],
): Promise<readonly Changed[]> {
  const changed: Changed[] = [];
  for (const event of events) {
    const scope = await candidates.apply(client, event);
    if (!scope) continue;
    changed.push(...(await client.query<Changed>(CELLS.recount(scope), [...scope, event.sequence])).rows);
  }
  return changed;
}

function toRow(event: ProjectedEvent<ScoreSubmitted>) {
  const { data } = event;
  const counted = data.questionScorecards.filter((question) => (question.maxScore ?? 0) > 0);
  // Rounded to the second, as shown everywhere. Ids decide between two attempts of one second.
  const completedAt = toMoment(new Date(data.completedAt));
  const correct = counted.filter((question) => question.score === question.maxScore).length;
  const { totalScore, maxTotalScore, questionsScore, maxQuestionsScore } = data;
  const flags = cellFlags({ passed: data.passed, tooFast: data.tooFast === true });
  const points = [totalScore, maxTotalScore, questionsScore, maxQuestionsScore, correct, counted.length];
  return {
    ...candidateOf(event),
    points: attemptPoints(data),
    completed_at: completedAt,
    figures: `${points.join(',')},${flags},"${completedAt}"`,
  };
}
