import { type CellResults, isQuiz, resultsOf, type Rules } from '../../contracts/cell-results.rule.js';
import { DEFAULT_GRADING } from '../../contracts/grading.rule.js';
import type { ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { CellScope, StoredCell } from '../grades/graded-cells.query.js';
import { assignBoardResults, type BoardResult } from './board-results.js';
import { assignCells, type CellResult } from './cells.js';
import type { ChangedResults } from './changed-results.js';
import type { Merged } from './merge-attempts.js';
import { regradeArrived } from './regrade-attempts.js';
import { gradedCells } from './own-cells.js';
import { type CountedResponse, recountResponses } from './recount-responses.js';

/** Applies the rules again to the cells of a scope, after an event with this sequence. Returns the students whose results changed. */
export async function recount(
  client: ProjectionClient,
  scope: CellScope,
  sequence: number,
  changed: ChangedResults,
): Promise<string[]> {
  const cells = await gradedCells.read(client, scope);
  const rulesOf = await readRules(client, cells);
  const recounted = cells.map((cell) => ({
    cell,
    results: resultsOf(cell, rulesOf(cell.courseId)),
    at: { cell: sequence, board: sequence, quiz: sequence },
  }));
  return assign(client, recounted, false, changed);
}

/**
 * Applies the rules to cells of ruled courses in which attempts arrived. A result has the sequence of the attempt that changed it last,
 * so that the rows are the same for any size of batches.
 */
export async function recountArrived(
  client: ProjectionClient,
  arrived: readonly Merged[],
  changed: ChangedResults,
): Promise<void> {
  if (arrived.length === 0) return;
  const scope = {
    cells: arrived.map((row) => ({
      courseId: row.course_id,
      sessionId: row.session_id,
      userId: row.user_id,
      scenarioId: row.scenario_id,
    })),
  };
  const first = Math.min(...arrived.map((row) => Number(row.sequence)));
  const read = await gradedCells.read(client, scope);
  const cells = (await regradeArrived(client, read, first)) ? await gradedCells.read(client, scope) : read;
  const rulesOf = await readRules(client, cells);
  const recounted = cells.map((cell) => afterEach(cell, first, rulesOf(cell.courseId)));
  await assign(client, recounted, true, changed);
}

const MODELS = ['cell', 'board', 'quiz'] as const;
type Model = (typeof MODELS)[number];

/** A cell with its results. `at` are the sequences of their last changes; undefined where nothing changed. */
interface Recounted {
  readonly cell: StoredCell;
  readonly results: CellResults;
  readonly at: Partial<Readonly<Record<Model, number>>>;
}

function afterEach(cell: StoredCell, first: number, rules: Rules): Recounted {
  const attempts = cell.attempts.toSorted((a, b) => a.sequence - b.sequence);
  const before = attempts.filter(({ sequence }) => sequence < first);
  let results = resultsOf(cell, rules, before);
  const at: Partial<Record<Model, number>> = {};
  for (let count = before.length + 1; count <= attempts.length; count += 1) {
    const next = resultsOf(cell, rules, attempts.slice(0, count));
    for (const model of MODELS) {
      if (!isSame(results, next, model)) at[model] = attempts[count - 1]!.sequence;
    }
    results = next;
  }
  return { cell, results, at };
}

function isSame(a: CellResults, b: CellResults, model: Model): boolean {
  if (model === 'cell' && a.marks !== b.marks) return false;
  return JSON.stringify(a[model]) === JSON.stringify(b[model]);
}

async function assign(
  client: ProjectionClient,
  recounted: readonly Recounted[],
  isAfterAttempts: boolean,
  changed: ChangedResults,
): Promise<string[]> {
  const cells = recounted.flatMap(({ cell, results, at }): CellResult[] =>
    at.cell === undefined
      ? []
      : [{ ...cell, result: results.cell, marks: results.marks, isQuiz: isQuiz(cell.attempts), sequence: at.cell }],
  );
  const boards = recounted.flatMap(({ cell, results, at }): BoardResult[] =>
    at.board === undefined ? [] : [{ ...cell, result: results.board, sequence: at.board }],
  );
  const quizzes = recounted.flatMap(({ cell, results, at }): CountedResponse[] =>
    at.quiz === undefined || !isQuiz(cell.attempts)
      ? []
      : [{ ...cell, attempt: cell.attempts.find(({ attemptId }) => attemptId === results.quiz), sequence: at.quiz }],
  );
  const assigned = await assignCells(client, cells, isAfterAttempts);
  changed.add(
    'gradebook',
    assigned.map((row) => row.session_id),
  );
  changed.add('leaderboard', await assignBoardResults(client, boards, isAfterAttempts));
  changed.add('quiz', await recountResponses(client, quizzes));
  return assigned.map((row) => row.user_id);
}

async function readRules(client: ProjectionClient, cells: readonly StoredCell[]): Promise<(courseId: string) => Rules> {
  const gradings = await gradedCells.gradings(client, [...new Set(cells.map(({ courseId }) => courseId))]);
  const { rows } = await client.query<{ sequence: string }>('select sequence from leaderboards_cleared_v19');
  const cleared = Number(rows[0]?.sequence ?? 0);
  return (courseId) => ({ grading: gradings.get(courseId) ?? DEFAULT_GRADING, cleared });
}
