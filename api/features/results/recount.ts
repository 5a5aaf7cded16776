import {
  boardResult,
  DEFAULT_GRADING,
  effectiveResult,
  type EffectiveResult,
  type Grading,
  NO_DECISION,
} from '../../contracts/grading.rule.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import type { ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { assignBoardResults, type BoardResult } from './board-results.js';
import { assignCells, type CellResult } from './cells.js';
import type { ChangedResults } from './changed-results.js';
import type { Merged } from './merge-attempts.js';
import { type CountedResponse, recountResponses } from './recount-responses.js';
import { type CellScope, gradingsOf, type StoredAttempt, type StoredCell, storedCells } from './stored-attempts.js';

/** The results of a cell in all read models. */
interface Results {
  readonly cell: EffectiveResult | undefined;
  readonly board: EffectiveResult | undefined;
  /** The attempt that counts in a quiz. */
  readonly quiz: StoredAttempt | undefined;
}

interface Rules {
  readonly grading: Grading;
  /** Sequence of the last clear of all boards. */
  readonly cleared: number;
}

/** Applies the rules again to the cells of a scope, after an event with this sequence. */
export async function recount(
  client: ProjectionClient,
  scope: CellScope,
  sequence: number,
  changed: ChangedResults,
): Promise<void> {
  const cells = await storedCells(client, scope);
  const rulesOf = await readRules(client, cells);
  await assign(
    client,
    cells.map((cell) => ({ cell, results: resultsOf(cell.attempts, rulesOf(cell.courseId)), at: allAt(sequence) })),
    changed,
  );
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
  const cells = await storedCells(client, {
    cells: arrived.map((row) => ({ sessionId: row.session_id, userId: row.user_id, scenarioId: row.scenario_id })),
  });
  const rulesOf = await readRules(client, cells);
  const first = Math.min(...arrived.map((row) => Number(row.sequence)));
  await assign(
    client,
    cells.map((cell) => afterEach(cell, first, rulesOf(cell.courseId))),
    changed,
  );
}

/** A cell with its results. `at` are the sequences of their last changes; undefined where nothing changed. */
interface Recounted {
  readonly cell: StoredCell;
  readonly results: Results;
  readonly at: Readonly<Record<keyof Results, number | undefined>>;
}

const allAt = (sequence: number): Recounted['at'] => ({ cell: sequence, board: sequence, quiz: sequence });

function afterEach(cell: StoredCell, first: number, rules: Rules): Recounted {
  const attempts = cell.attempts.toSorted((a, b) => a.sequence - b.sequence);
  const before = attempts.filter(({ sequence }) => sequence < first);
  let results = resultsOf(before, rules);
  const at: { -readonly [Key in keyof Results]: number | undefined } = {
    cell: undefined,
    board: undefined,
    quiz: undefined,
  };
  for (let count = before.length + 1; count <= attempts.length; count += 1) {
    const next = resultsOf(attempts.slice(0, count), rules);
    const { sequence } = attempts[count - 1]!;
    for (const key of ['cell', 'board', 'quiz'] as const) if (!isSame(results[key], next[key])) at[key] = sequence;
    results = next;
  }
  return { cell, results, at };
}

const isSame = (a: object | undefined, b: object | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

function resultsOf(attempts: readonly StoredAttempt[], { grading, cleared }: Rules): Results {
  const ranked = attempts.filter(({ compete, sequence }) => compete && sequence > cleared);
  const cell = effectiveResult(attempts.map(toSecond), NO_DECISION, grading);
  return {
    cell,
    board: boardResult(ranked.map(toMillisecond), NO_DECISION, grading),
    quiz: attempts.find(({ attemptId, scoreCardType }) => scoreCardType === 'Quiz' && attemptId === cell?.attemptId),
  };
}

/** Rounded to the second, as shown everywhere. Ids decide between two attempts of one second. */
const toSecond = (attempt: StoredAttempt) => ({ ...attempt, time: toMoment(attempt.completedAt) });
const toMillisecond = (attempt: StoredAttempt) => ({ ...attempt, time: attempt.completedAt.toISOString() });

async function assign(
  client: ProjectionClient,
  recounted: readonly Recounted[],
  changed: ChangedResults,
): Promise<void> {
  const of = (key: keyof Results): Recounted[] => recounted.filter(({ at }) => at[key] !== undefined);
  const cells = of('cell').map(({ cell, results, at }): CellResult => ({
    ...cell,
    result: results.cell,
    isQuiz: cell.attempts.some(({ scoreCardType }) => scoreCardType === 'Quiz'),
    sequence: at.cell!,
  }));
  const boards = of('board')
    .filter(({ cell }) => cell.attempts.some(({ compete }) => compete))
    .map(({ cell, results, at }): BoardResult => {
      const { attempts } = cell;
      const attempt = attempts.find(({ attemptId }) => attemptId === results.board?.attemptId);
      const { campaignId, organizationId } = attempt ?? attempts.find(({ compete }) => compete)!;
      return { ...cell, campaignId, organizationId, result: results.board, sequence: at.board! };
    });
  const quizzes = of('quiz')
    .filter(({ cell }) => cell.attempts.some(({ scoreCardType }) => scoreCardType === 'Quiz'))
    .map(({ cell, results, at }): CountedResponse => ({ ...cell, attempt: results.quiz, sequence: at.quiz! }));
  changed.add('gradebook', await assignCells(client, cells));
  changed.add('leaderboard', await assignBoardResults(client, boards));
  changed.add('quiz', await recountResponses(client, quizzes));
}

async function readRules(client: ProjectionClient, cells: readonly StoredCell[]): Promise<(courseId: string) => Rules> {
  const gradings = await gradingsOf(client, [...new Set(cells.map(({ courseId }) => courseId))]);
  const { rows } = await client.query<{ sequence: string }>('select sequence from leaderboards_cleared_v17');
  const cleared = Number(rows[0]?.sequence ?? 0);
  return (courseId) => ({ grading: gradings.get(courseId) ?? DEFAULT_GRADING, cleared });
}
