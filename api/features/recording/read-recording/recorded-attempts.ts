import { milliseconds } from '../../presence/recorded-states.query.js';

/** The columns of an attempt's figures, and their names in the original figures of a regraded one. */
const FIGURES = [
  ['total_score', 'totalScore'],
  ['max_total_score', 'maxTotalScore'],
  ['questions_score', 'questionsScore'],
  ['max_questions_score', 'maxQuestionsScore'],
  ['correct_questions', 'correct'],
  ['graded_questions', 'counted'],
] as const;

/**
 * SQL of a `RecordedAttempt` after its scenario, from the columns of `read.attempts` and without the brackets of the array: as it arrived, before
 * regrades. A recording
 * contains 90,000 attempts, which are read as text and not built.
 */
export const RECORDED_FIGURES = `concat_ws(',', ${['arrived_at', 'started_at', 'completed_at'].map(milliseconds).join(', ')},
  ${FIGURES.map(([column, name]) => `coalesce((original->>'${name}')::float8, ${column})`).join(', ')},
  arrival_flags, arrival_level, arrival_reasons, '"' || attempt_id || '"')`;

/** SQL of a `RegradedAttempt` from the columns of `read.attempt_regrades`. */
export const REGRADED_ATTEMPT = `'[' || sequence || ',"' || attempt_id || '",' || figures || ']'`;
