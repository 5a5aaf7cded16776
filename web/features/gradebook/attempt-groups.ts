import { bestAttempt } from '../../../api/contracts/best-attempt.rule.js';
import type { AttemptPolicy } from '../../../api/contracts/grading.rule.js';
import type { Scorecard } from '../../../api/contracts/score.contract.js';
import { gradebookDialogsMessages as messages } from './gradebook-dialogs.messages.js';

export interface NumberedAttempt {
  attempt: Scorecard;
  /** Position in the order of completion, from 1. */
  number: number;
  /** Whether the cell shows this attempt. */
  counts: boolean;
}

export interface AttemptGroup {
  scenarioId: string;
  title: string;
  /** Newest first. */
  attempts: readonly NumberedAttempt[];
}

/**
 * Groups attempts by scenario, in the order of the columns. Scenarios without a column are last.
 * @param policy selects the attempt that counts; undefined while it loads, and then no attempt is marked
 */
export function attemptGroups(
  attempts: readonly Scorecard[],
  scenarios: readonly { scenarioId: string; scenarioTitle: string }[],
  policy: AttemptPolicy | undefined,
): AttemptGroup[] {
  const titles = new Map(scenarios.map(({ scenarioId, scenarioTitle }) => [scenarioId, scenarioTitle]));
  const groups = new Map<string, Scorecard[]>([...titles.keys()].map((id) => [id, []]));
  for (const attempt of attempts) {
    groups.set(attempt.scenarioId, [...(groups.get(attempt.scenarioId) ?? []), attempt]);
  }
  return [...groups]
    .filter(([, ofScenario]) => ofScenario.length > 0)
    .map(([scenarioId, ofScenario]) => ({
      scenarioId,
      title: titles.get(scenarioId) ?? ofScenario[0]?.scenarioName ?? '',
      attempts: numbered(ofScenario, policy),
    }));
}

/** Marks one of the attempts that may count; if the average counts, the best one (docs/rules.md#reading-scores). */
function numbered(attempts: readonly Scorecard[], policy: AttemptPolicy | undefined): NumberedAttempt[] {
  const counted = attempts.filter((attempt) => policy && attempt.counted);
  const shown = policy === 'Last' ? counted.toSorted(byTime).at(-1) : bestAttempt(counted);
  return attempts.map((attempt, index) => ({ attempt, number: index + 1, counts: attempt === shown })).toReversed();
}

/** Ids decide between attempts of one second. */
const byTime = (a: Scorecard, b: Scorecard): number => {
  const isEarlier = a.time === b.time ? a.attemptId < b.attemptId : a.time < b.time;
  return isEarlier ? -1 : 1;
};

const UNITS = [
  [86_400, 'days'],
  [3_600, 'hours'],
  [60, 'minutes'],
  [1, 'seconds'],
] as const;

/** Formats the time between two moments in its two largest units: '12 min 5 s'. */
export function duration(startedAt: string, endedAt: string): string {
  let seconds = Math.max(0, Math.round((new Date(endedAt).getTime() - new Date(startedAt).getTime()) / 1_000));
  const parts: string[] = [];
  for (const [length, unit] of UNITS) {
    const count = Math.floor(seconds / length);
    seconds %= length;
    if (count > 0) parts.push(messages.attempts[unit](count));
    if (parts.length > 0 && (count === 0 || parts.length === 2)) break;
  }
  return parts.join(' ') || messages.attempts.seconds(0);
}
