import { flagsOf } from '../../contracts/attempt-flags.rule.js';
import type { GradedAttempt, Grading } from '../../contracts/grading.rule.js';
import { RESULT_LEVELS } from '../../contracts/result-level.rule.js';
import type { ProjectionClient } from '../../platform/eventsourcing/projection.js';

/** A student in a scenario of a class. */
export interface CellKey {
  readonly sessionId: string;
  readonly userId: string;
  readonly scenarioId: string;
}

/** An attempt of a class as it is stored. `completedAt` has milliseconds, `time` of the rules may not. */
export interface StoredAttempt extends CellKey, Omit<GradedAttempt, 'time'> {
  readonly courseId: string;
  readonly campaignId: string;
  readonly organizationId: string | null;
  readonly compete: boolean;
  readonly completedAt: Date;
  readonly sequence: number;
}

/** The attempts of a cell, and the settings of its course. */
export interface StoredCell extends CellKey {
  readonly courseId: string;
  readonly attempts: readonly StoredAttempt[];
}

/** The cells whose results may have changed: all of a course, or some. */
export type CellScope = { readonly courseId: string } | { readonly cells: readonly CellKey[] };

const COLUMNS = `a.session_id as "sessionId", a.user_id as "userId", a.scenario_id as "scenarioId", a.course_id as "courseId",
  a.campaign_id as "campaignId", a.organization_id as "organizationId", a.compete, a.attempt_id as "attemptId",
  a.score_card_type as "scoreCardType", a.total_score as "totalScore", a.max_total_score as "maxTotalScore",
  a.questions_score as "questionsScore", a.max_questions_score as "maxQuestionsScore", a.correct_questions as correct, a.graded_questions as counted, a.passed, a.late,
  a.set_aside as "setAside", a.level, a.flags, a.completed_at as "completedAt", a.sequence`;

const OF_COURSE = `
  select ${COLUMNS} from attempt_classes_v17 k join attempts_v17 a on a.session_id = k.session_id where k.course_id = $1`;

const OF_CELLS = `
  select ${COLUMNS} from (select distinct * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as e (session_id, user_id, scenario_id)) e
    join attempts_v17 a on (a.session_id, a.user_id, a.scenario_id) = (e.session_id, e.user_id, e.scenario_id)
  where a.course_id is not null`;

interface Row extends Omit<StoredAttempt, 'level' | 'tooFast' | 'sequence'> {
  readonly level: number;
  readonly flags: number;
  readonly sequence: string;
}

/** Reads the cells of a scope that have attempts. */
export async function storedCells(client: ProjectionClient, scope: CellScope): Promise<StoredCell[]> {
  const { rows } = await ('cells' in scope
    ? client.query<Row>(OF_CELLS, [
        scope.cells.map((cell) => cell.sessionId),
        scope.cells.map((cell) => cell.userId),
        scope.cells.map((cell) => cell.scenarioId),
      ])
    : client.query<Row>(OF_COURSE, [scope.courseId]));
  const cells = new Map<string, StoredCell & { attempts: StoredAttempt[] }>();
  for (const { level, flags, sequence, ...rest } of rows) {
    const { sessionId, userId, scenarioId, courseId } = rest;
    const key = keyOf(rest);
    let cell = cells.get(key);
    if (!cell) cells.set(key, (cell = { sessionId, userId, scenarioId, courseId, attempts: [] }));
    const tooFast = flagsOf(flags).includes('TooFast');
    cell.attempts.push({ ...rest, level: RESULT_LEVELS[level]!, tooFast, sequence: Number(sequence) });
  }
  return [...cells.values()];
}

/** Returns a key for maps. */
export const keyOf = ({ sessionId, userId, scenarioId }: CellKey): string => `${sessionId}.${userId}.${scenarioId}`;

/** Returns the settings of courses that changed them. */
export async function gradingsOf(
  client: ProjectionClient,
  courseIds: readonly string[],
): Promise<ReadonlyMap<string, Grading>> {
  const { rows } = await client.query<{ course_id: string; grading: Grading }>(
    'select course_id, grading from course_gradings_v17 where course_id = any ($1::uuid[])',
    [courseIds],
  );
  return new Map(rows.map((row) => [row.course_id, row.grading]));
}
