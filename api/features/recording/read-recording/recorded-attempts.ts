import { milliseconds } from '../../presence/recorded-states.query.js';

/**
 * SQL of a `RecordedAttempt` after its scenario, from the columns of `read.attempts` and without the brackets of the array. A recording
 * contains 90,000 attempts, which are read as text and not built.
 */
export const RECORDED_FIGURES = `concat_ws(',', ${['arrived_at', 'started_at', 'completed_at'].map(milliseconds).join(', ')},
  total_score, max_total_score, questions_score, max_questions_score, correct_questions, graded_questions,
  arrival_flags, arrival_level, arrival_reasons, '"' || attempt_id || '"')`;
