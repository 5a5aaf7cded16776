import { type Figures, figuresOf, isSameFigures } from '../../contracts/grading.rule.js';
import type { ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import { originalOf, regradedFigures } from '../grades/regraded-figures.query.js';
import type { StoredAttempt, StoredCell } from '../grades/graded-cells.query.js';
import { answersOf } from './stored-answers.js';
import { gradedCells } from './own-cells.js';

const ROWS = rowSet({
  attempt_id: 'uuid',
  total_score: 'double precision',
  max_total_score: 'double precision',
  questions_score: 'double precision',
  max_questions_score: 'double precision',
  correct_questions: 'smallint',
  graded_questions: 'smallint',
  passed: 'boolean',
  original: 'jsonb',
});
const ASSIGNED = ROWS.columns
  .split(', ')
  .slice(1)
  .map((column) => `${column} = ${column === 'original' ? `nullif(e.original, 'null')` : `e.${column}`}`)
  .join(', ');

const REGRADE = `update attempts_v19 a set ${ASSIGNED} from ${ROWS.source} as e where a.attempt_id = e.attempt_id`;

const STEPS = rowSet({ session_id: 'uuid', sequence: 'bigint', attempt_id: 'uuid', figures: 'text' });
const KEEP_STEPS = `
  insert into attempt_regrades_v19 (${STEPS.columns}) select ${STEPS.columns} from ${STEPS.source} as e on conflict do nothing`;

/** New figures of an attempt from a sequence on. */
interface Regraded {
  readonly attempt: StoredAttempt;
  readonly figures: Figures;
  readonly sequence: number;
}

/**
 * Computes the figures of attempts again with the regrades in force. `sequenceOf` returns the sequence from which on an attempt has them.
 * Returns the attempts that changed.
 */
export async function regradeAttempts(
  client: ProjectionClient,
  attempts: readonly StoredAttempt[],
  sequenceOf: (attempt: StoredAttempt) => number,
): Promise<readonly StoredAttempt[]> {
  const answers = await answersOf(client, attempts);
  const byCourse = new Map<string, Awaited<ReturnType<typeof gradedCells.regrades>>>();
  for (const { courseId } of attempts) {
    if (!byCourse.has(courseId)) byCourse.set(courseId, await gradedCells.regrades(client, courseId));
  }
  const regraded = attempts.flatMap((attempt): Regraded[] => {
    const regrades = byCourse.get(attempt.courseId)!;
    const figures = regradedFigures(attempt, answers(attempt.attemptId).cards, regrades) ?? originalOf(attempt);
    return isSameFigures(figures, attempt) ? [] : [{ attempt, figures, sequence: sequenceOf(attempt) }];
  });
  if (regraded.length === 0) return [];
  await client.query(REGRADE, ROWS.parameters(regraded.map(toRow)));
  await client.query(KEEP_STEPS, STEPS.parameters(regraded.map(toStep)));
  return regraded.map(({ attempt }) => attempt);
}

/** Regrades new attempts. Returns whether any changed. */
export async function regradeArrived(
  client: ProjectionClient,
  cells: readonly StoredCell[],
  first: number,
): Promise<boolean> {
  const regraded = new Set<string>();
  for (const courseId of new Set(cells.map((cell) => cell.courseId))) {
    for (const { scenarioId } of await gradedCells.regrades(client, courseId))
      regraded.add(`${courseId}.${scenarioId}`);
  }
  const arrived = cells
    .filter(({ courseId, scenarioId }) => regraded.has(`${courseId}.${scenarioId}`))
    .flatMap(({ attempts }) => attempts.filter(({ sequence }) => sequence >= first));
  if (arrived.length === 0) return false;
  return (await regradeAttempts(client, arrived, ({ sequence }) => sequence)).length > 0;
}

function toRow({ attempt, figures }: Regraded) {
  const original = originalOf(attempt);
  return {
    attempt_id: attempt.attemptId,
    total_score: figures.totalScore,
    max_total_score: figures.maxTotalScore,
    questions_score: figures.questionsScore,
    max_questions_score: figures.maxQuestionsScore,
    correct_questions: figures.correct,
    graded_questions: figures.counted,
    passed: figures.passed,
    original: isSameFigures(figures, original) ? null : original,
  };
}

/** The members of a `RecordedRegradedAttempt` after its attempt. */
function toStep({ attempt, figures, sequence }: Regraded) {
  const { totalScore, maxTotalScore, questionsScore, maxQuestionsScore, correct, counted, passed } = figuresOf(figures);
  return {
    session_id: attempt.sessionId,
    sequence,
    attempt_id: attempt.attemptId,
    figures: [totalScore, maxTotalScore, questionsScore, maxQuestionsScore, correct, counted, Number(passed)].join(','),
  };
}
