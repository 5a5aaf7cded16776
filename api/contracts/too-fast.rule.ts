import type { Scenario } from './catalogue.contract.js';

/** Minimum duration of a scenario that a person can play. */
const LEAST_SECONDS = 10;
/** Minimum time to read a question and its answers. */
const LEAST_SECONDS_A_QUESTION = 2;

/** Returns the minimum time of an attempt, in seconds. */
export const leastSecondsOf = ({
  scenarioType,
  questions,
  minSeconds,
}: Pick<Scenario, 'scenarioType' | 'questions' | 'minSeconds'>): number =>
  minSeconds ?? (scenarioType === 'Quiz' ? questions.length * LEAST_SECONDS_A_QUESTION : LEAST_SECONDS);

/** Returns whether an attempt was shorter than the minimum time of its scenario. Times are ISO 8601. */
export function isTooFast(
  { startedAt, completedAt }: { startedAt: string; completedAt: string },
  scenario: Pick<Scenario, 'scenarioType' | 'questions' | 'minSeconds'>,
): boolean {
  return new Date(completedAt).getTime() - new Date(startedAt).getTime() < leastSecondsOf(scenario) * 1_000;
}
