import type { Grading } from '../../contracts/grading.rule.js';
import type { Facts } from '../../platform/eventsourcing/define-events.js';

/** Returns grading settings as the audit shows them. Weights are shown as their number, because their ids have no names there. */
export const gradingFacts = ({ count, attempts, missing, passMark, weights }: Grading): Facts => ({
  count,
  attempts,
  missing,
  passMark: passMark === null ? '' : `${passMark} %`,
  weights: weights === null ? '' : `${weights.by}: ${Object.keys(weights.values).length}`,
});
