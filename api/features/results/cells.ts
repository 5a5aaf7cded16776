import { flagBits } from '../../contracts/attempt-flags.rule.js';
import { originalResultOf } from '../../contracts/cell-results.rule.js';
import { cellFlags } from '../../contracts/gradebook-rows.rule.js';
import { attemptPoints } from '../../contracts/best-attempt.rule.js';
import type { EffectiveResult } from '../../contracts/grading.rule.js';
import { momentOfTime } from '../../contracts/moment.rule.js';
import { rankOfLevel } from '../../contracts/result-level.rule.js';
import type { ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import type { Cell } from '../grades/grade.events.js';

const TOO_FAST = flagBits(['TooFast']);
const UTC_SECOND = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;

/** SQL of the figures of an attempt, as {@link figuresOf} returns them. */
export const FIGURES_TEXT = (attempt: string): string => `
  ${[
    'total_score',
    'max_total_score',
    'questions_score',
    'max_questions_score',
    'correct_questions',
    'graded_questions',
  ]
    .map((column) => `${attempt}.${column}`)
    .join(` || ',' || `)}
  || ',' || (${attempt}.passed::integer * ${cellFlags({ passed: true, tooFast: false })}
  + (${attempt}.flags & ${TOO_FAST} <> 0)::integer * ${cellFlags({ passed: false, tooFast: true })})
  || ',"' || to_char(${attempt}.completed_at at time zone 'utc', ${UTC_SECOND}) || '"'`;

/** A result as members of `CellMembers`, those before its level. */
function figuresOf(result: EffectiveResult): string {
  const { totalScore, maxTotalScore, questionsScore, maxQuestionsScore, correct, counted } = result;
  const points = [totalScore, maxTotalScore, questionsScore, maxQuestionsScore, correct, counted];
  return `${points.join(',')},${cellFlags(result)},${JSON.stringify(shownTime(result))}`;
}

/** The time of a result to the second; null for points without an attempt. */
const shownTime = ({ time }: EffectiveResult): string | null => (time === null ? null : momentOfTime(time));

const ROWS = rowSet({
  session_id: 'uuid',
  user_id: 'uuid',
  scenario_id: 'uuid',
  points: 'double precision',
  completed_at: 'timestamptz',
  attempt_id: 'uuid',
  level: 'smallint',
  figures: 'text',
  marks: 'smallint',
  extra: 'text',
  sequence: 'bigint',
});
const KEY = 'session_id, user_id, scenario_id';
const VALUES = ['points', 'completed_at', 'attempt_id', 'level', 'figures', 'marks', 'extra'];
const of = (row: string): string => VALUES.map((column) => `${row}.${column}`).join(', ');

/**
 * Assigns cells that changed. A cell that never had a result or a mark gets no row. After new attempts, the last parameter is true: results
 * that changed and changed back have the sequence of the last change, for any size of batches.
 */
const ASSIGN = `
  insert into gradebook_v19 as b (${ROWS.columns})
  select ${ROWS.columns
    .split(', ')
    .map((column) => `e.${column}`)
    .join(', ')}
  from ${ROWS.source} as e left join gradebook_v19 present using (${KEY})
  where e.figures is not null or e.marks <> 0 or present.sequence is not null
  on conflict (${KEY}) do update set ${[...VALUES, 'sequence'].map((column) => `${column} = excluded.${column}`).join(', ')}
  where $${ROWS.columns.split(', ').length + 1} or (${of('b')}) is distinct from (${of('excluded')})
  returning session_id, user_id`;

/** The result of a cell as of a sequence; undefined when it has none any more. */
export interface CellResult extends Cell {
  readonly result: EffectiveResult | undefined;
  readonly marks: number;
  readonly isQuiz: boolean;
  readonly sequence: number;
}

/** The class and the student of a cell. */
export interface ChangedCell {
  readonly session_id: string;
  readonly user_id: string;
}

/** Assigns the results of cells. Returns the classes and students of those that changed. */
export async function assignCells(
  client: ProjectionClient,
  results: readonly CellResult[],
  isAfterAttempts: boolean,
): Promise<ChangedCell[]> {
  if (results.length === 0) return [];
  const values = [...ROWS.parameters(results.map(toRow)), isAfterAttempts];
  return (await client.query<ChangedCell>(ASSIGN, values)).rows;
}

const toRow = ({ sessionId, userId, scenarioId, result, marks, isQuiz, sequence }: CellResult) => ({
  session_id: sessionId,
  user_id: userId,
  scenario_id: scenarioId,
  points: result && attemptPoints({ ...result, scoreCardType: isQuiz ? 'Quiz' : 'Default' }),
  completed_at: result && shownTime(result),
  attempt_id: result?.attemptId,
  level: result && rankOfLevel(result.level),
  figures: result ? figuresOf(result) : null,
  marks,
  extra: result && marks !== 0 ? extraOf(result, marks) : null,
  sequence,
});

/** Marks and the original result, as the last members of `CellMembers`. */
function extraOf(result: EffectiveResult, marks: number): string {
  const original = originalResultOf(result);
  return [marks, ...(original ? [original.points, original.maximum, Number(original.passed)] : [])].join(',');
}
