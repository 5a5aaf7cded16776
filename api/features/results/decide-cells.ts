import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_GRADING } from '../../contracts/grading.rule.js';
import type { ProjectedEvent, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { CellDecided, DecisionUndone, GradingChanged, ScenarioRegraded } from '../grades/grade.events.js';
import type { ChangedResults } from './changed-results.js';
import { keepOwnChanges } from './own-changes.js';
import { gradedCells } from './own-cells.js';
import { recount } from './recount.js';
import { regradeAttempts } from './regrade-attempts.js';

/** The decisions about a cell, other than those about one of its attempts. */
export type DecidedAboutCell = Exclude<CellDecided, { type: 'AttemptAccepted' | 'AttemptSetAside' }>;

const KINDS = {
  PointsSet: 'Points',
  ResultExcused: 'Excused',
  ResultCommented: 'Comment',
  DecisionsCleared: 'Cleared',
} as const satisfies Record<DecidedAboutCell['type'], string>;

const KEEP_DECISION = `
  insert into cell_decisions_v19 (decision_id, course_id, session_id, user_id, scenario_id, kind, decided_at, sequence, points, maximum,
    passed, organization_id, campaign_id, compete)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict do nothing returning true`;

/** Marks a course whose results follow from the rules of `contracts` from now on, also after its decisions are undone. */
const KEEP_RULED = `
  insert into course_gradings_v19 as g (course_id, has_decisions) values ($1, true)
  on conflict (course_id) do update set has_decisions = true where not g.has_decisions`;

/** Applies a decision about a cell. */
export async function decideCell(
  client: ProjectionClient,
  event: ProjectedEvent<DecidedAboutCell>,
  changed: ChangedResults,
): Promise<void> {
  const { type, data, sequence } = event;
  const { decisionId, courseId, sessionId, userId, scenarioId, decidedAt } = data;
  const values = [decisionId, courseId, sessionId, userId, scenarioId, KINDS[type], decidedAt, sequence];
  const points =
    event.type === 'PointsSet'
      ? [
          event.data.points,
          event.data.maximum,
          event.data.passed,
          event.data.organizationId,
          event.data.campaignId,
          event.data.campaignType === 'Compete',
        ]
      : Array<null>(6).fill(null);
  const { rows } = await client.query(KEEP_DECISION, [...values, ...points]);
  if (rows.length === 0) return;
  await client.query(KEEP_RULED, [courseId]);
  await recount(client, { cells: [{ courseId, sessionId, userId, scenarioId }] }, sequence, changed);
}

/** Applies a regrade to the attempts of its class, or of all classes of the course. */
export async function regradeScenario(
  client: ProjectionClient,
  { data, sequence }: ProjectedEvent<ScenarioRegraded>,
  changed: ChangedResults,
): Promise<void> {
  const { decisionId, courseId, sessionId, scenarioId, questionText, change, neverLower, passedShare } = data;
  const { rows } = await client.query(
    `insert into regrades_v19 (decision_id, course_id, session_id, scenario_id, rule, sequence) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning true`,
    [
      decisionId,
      courseId,
      sessionId,
      scenarioId,
      JSON.stringify({ questionText, change, neverLower, passedShare }),
      sequence,
    ],
  );
  if (rows.length === 0) return;
  await client.query(KEEP_RULED, [courseId]);
  await regradeAll(client, data, sequence, changed);
}

async function regradeAll(
  client: ProjectionClient,
  { courseId, sessionId, scenarioId }: Pick<ScenarioRegraded['data'], 'courseId' | 'sessionId' | 'scenarioId'>,
  sequence: number,
  changed: ChangedResults,
): Promise<void> {
  const attempts = await gradedCells.attemptsOfScenario(client, { courseId, sessionId, scenarioId });
  const regraded = await regradeAttempts(client, attempts, () => sequence);
  if (regraded.length === 0) return;
  changed.add(
    'recording',
    regraded.map((attempt) => attempt.sessionId),
  );
  await recount(client, { cells: regraded }, sequence, changed);
  await keepOwnChanges(
    client,
    regraded.map(({ userId }) => userId),
    sequence,
    changed,
  );
}

/** Removes a decision other than one about an attempt. */
export async function undoDecision(
  client: ProjectionClient,
  { data, sequence }: ProjectedEvent<DecisionUndone>,
  changed: ChangedResults,
): Promise<void> {
  const { decisionId, courseId, sessionId, userId, scenarioId } = data;
  const table = data.kind === 'Regraded' ? 'regrades_v19' : 'cell_decisions_v19';
  const { rows } = await client.query(
    `update ${table} set undone = true where course_id = $1 and decision_id = $2 and not undone returning true`,
    [courseId, decisionId],
  );
  if (rows.length === 0) return;
  if (sessionId !== null && userId !== null)
    await recount(client, { cells: [{ courseId, sessionId, userId, scenarioId }] }, sequence, changed);
  else await regradeAll(client, data, sequence, changed);
}

/** Changes the settings of a course. */
export async function changeGrading(
  client: ProjectionClient,
  { data: { courseId, grading }, sequence }: ProjectedEvent<GradingChanged>,
  changed: ChangedResults,
): Promise<void> {
  const { rows } = await client.query(
    `insert into course_gradings_v19 as g (course_id, grading, is_ruled, sequence) values ($1, $2, $3, $4)
     on conflict (course_id) do update
       set grading = excluded.grading, is_ruled = excluded.is_ruled, sequence = excluded.sequence
       where g.sequence < excluded.sequence returning true`,
    [courseId, JSON.stringify(grading), !isDeepStrictEqual(grading, DEFAULT_GRADING), sequence],
  );
  if (rows.length === 0) return;
  await keepOwnChanges(client, await recount(client, { courseId }, sequence, changed), sequence, changed);
  // Averages and the settings themselves are shown in all gradebooks of the course.
  changed.add('gradebook', await classesOf(client, courseId));
}

/** Returns the classes of a course that have attempts. */
export async function classesOf(client: ProjectionClient, courseId: string): Promise<string[]> {
  const { rows } = await client.query<{ session_id: string }>(
    'select session_id from attempt_classes_v19 where course_id = $1',
    [courseId],
  );
  return rows.map((row) => row.session_id);
}
