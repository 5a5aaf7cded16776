import type { Scenario } from './catalogue.contract.js';

/** Nobody flies a scenario in less. */
const LEAST_SECONDS = 10;
/** Nobody reads a question and its answers in less. */
const LEAST_SECONDS_A_QUESTION = 2;

/** Whether an attempt was over sooner than anybody can be who plays it. Times in ISO 8601. */
export function isTooFast(
  { startedAt, completedAt }: { startedAt: string; completedAt: string },
  { scenarioType, questions, minSeconds }: Pick<Scenario, 'scenarioType' | 'questions' | 'minSeconds'>,
): boolean {
  const least = minSeconds ?? (scenarioType === 'Quiz' ? questions.length * LEAST_SECONDS_A_QUESTION : LEAST_SECONDS);
  return new Date(completedAt).getTime() - new Date(startedAt).getTime() < least * 1_000;
}
