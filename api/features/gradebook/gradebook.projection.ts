import { runsOfType } from '../../platform/eventsourcing/projecting/runs-of-type.js';
import type { ProjectedEvent, Projection, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import { attemptPoints } from '../../contracts/best-attempt.rule.js';
import { cellFlags } from '../../contracts/gradebook-rows.rule.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import type { ClassResumed } from '../courses/course.events.js';
import type { ScoreSubmitted } from '../scores/score.events.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** Rows of a gradebook changed. The id is the class's. */
    gradebook: string;
  }
}

type HandledEvent = ScoreSubmitted | ClassResumed;

/**
 * The best attempt of each student in each scenario of a class, as shown in the gradebook. `cell` is the finished JSON of a
 * compact cell under its scenario, because 30,000 of them are read as text and not built.
 *
 * Late attempts are candidates: they do not count until their class is resumed. They are never removed and are compared by
 * log position, so a batch can be applied twice.
 *
 * An attempt is better with more points (a quiz counts its questions only), then if it is later, then if its id is greater.
 * This rule of `contracts/best-attempt.rule.ts` is repeated in SQL, because it compares rows.
 */
export const gradebookProjection: Projection<HandledEvent> = {
  name: 'gradebook',
  version: 3,
  handles: ['ScoreSubmitted', 'ClassResumed'],
  tables: ['gradebook_v3', 'gradebook_candidates_v3'],
  schema: `
    create table gradebook_v3 (
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
    create index on gradebook_v3 (session_id, sequence);
    create table gradebook_candidates_v3 (
      session_id uuid not null,
      user_id uuid not null,
      scenario_id uuid not null,
      points double precision not null,
      completed_at timestamptz not null,
      attempt_id uuid primary key,
      sequence bigint not null,
      figures text not null
    );
    create index on gradebook_candidates_v3 (session_id);
  `,
  apply: async (client, events) => {
    const changed = new Set<string>();
    for (const run of runsOfType<ProjectedEvent<HandledEvent>>(events)) {
      const rows = run.type === 'ScoreSubmitted' ? await merge(client, run.events) : await resume(client, run.events);
      for (const { session_id } of rows) changed.add(session_id);
    }
    return [...changed].map((id) => ({ topic: 'gradebook', id }));
  },
};

interface Changed {
  session_id: string;
}

async function merge(
  client: ProjectionClient,
  events: readonly ProjectedEvent<ScoreSubmitted>[],
): Promise<readonly Changed[]> {
  const ofClasses = events.filter(({ data }) => data.sessionId !== null);
  const late = ofClasses.filter(({ data }) => data.late);
  if (late.length > 0) await client.query(KEEP_CANDIDATES, ROWS.parameters(late.map(toRow)));
  const counted = ofClasses.filter(({ data }) => !data.late);
  if (counted.length === 0) return [];
  return (await client.query<Changed>(MERGE, ROWS.parameters(counted.map(toRow)))).rows;
}

async function resume(
  client: ProjectionClient,
  events: readonly ProjectedEvent<ClassResumed>[],
): Promise<readonly Changed[]> {
  const changed: Changed[] = [];
  for (const { data, sequence } of events) {
    changed.push(...(await client.query<Changed>(COUNT_CANDIDATES, [data.sessionId, sequence])).rows);
  }
  return changed;
}

const ROWS = rowSet({
  session_id: 'uuid',
  user_id: 'uuid',
  scenario_id: 'uuid',
  points: 'double precision',
  completed_at: 'timestamptz',
  attempt_id: 'uuid',
  sequence: 'bigint',
  figures: 'text',
});

const COLUMNS = 'session_id, user_id, scenario_id, points, completed_at, attempt_id, sequence, cell';

/** Returns SQL that merges attempts into the best ones. `sequence` is that of the change, which the cell contains as well. */
const bestOf = (source: string, sequence: string): string => `
  insert into gradebook_v3 as best (${COLUMNS})
  select distinct on (session_id, user_id, scenario_id) session_id, user_id, scenario_id, points, completed_at, attempt_id,
    ${sequence}, '"' || scenario_id || '":[' || ${sequence} || ',' || figures || ']'
  from ${source}
  order by session_id, user_id, scenario_id, points desc, completed_at desc, attempt_id desc
  on conflict (session_id, user_id, scenario_id) do update
    set points = excluded.points, completed_at = excluded.completed_at, attempt_id = excluded.attempt_id,
        sequence = excluded.sequence, cell = excluded.cell
    where (excluded.points, excluded.completed_at, excluded.attempt_id) > (best.points, best.completed_at, best.attempt_id)
  returning session_id`;

const MERGE = bestOf(`${ROWS.source} as e`, 'sequence');

const KEEP_CANDIDATES = `
  insert into gradebook_candidates_v3 (${ROWS.columns}) select * from ${ROWS.source} as e on conflict do nothing`;

const COUNT_CANDIDATES = bestOf('gradebook_candidates_v3 where session_id = $1 and sequence < $2', '$2::bigint');

function toRow({ data, sequence }: ProjectedEvent<ScoreSubmitted>) {
  const counted = data.questionScorecards.filter((question) => (question.maxScore ?? 0) > 0);
  // Rounded to the second, as shown everywhere. Ids decide between two attempts of one second.
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
    figures: `${points.join(',')},${flags},"${completedAt}"`,
  };
}
