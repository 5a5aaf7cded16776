import type { Scenario } from '../../contracts/catalogue.contract.js';
import { isTooFast } from '../../contracts/too-fast.rule.js';
import type { SubmitScoreRequest } from '../../contracts/score.contract.js';
import { DomainError } from '../../platform/domain-error.js';
import type { ScoreSubmitted } from './score.events.js';

/** Later than this after the end of its class an attempt is kept, but left out of grades and boards (decisions S2). */
const LATE_AFTER_MS = 15 * 60_000;
/** How far a player's clock may run ahead of ours. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The class an attempt belongs to, as it stands at the moment of arrival; times in ISO 8601. */
export interface ClassOfAttempt {
  readonly courseId: string;
  readonly organizationId: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly onRoster: boolean;
}

/** Looked-up facts and the request; `now` in milliseconds. */
export interface SubmitScore {
  readonly attempt: SubmitScoreRequest;
  readonly userId: string;
  readonly organizationId: string | null;
  readonly scenario: Scenario | undefined;
  /** Null when the attempt was played outside any class. */
  readonly classOfAttempt: ClassOfAttempt | null;
  readonly now: number;
}

/** Whether an attempt counts, and as what. An attempt's stream has one event, so there is no state to fold. */
export function decideScore({
  attempt,
  userId,
  organizationId,
  scenario,
  classOfAttempt,
  now,
}: SubmitScore): ScoreSubmitted {
  if (!scenario)
    throw new DomainError(
      'UNKNOWN_SCENARIO',
      'The scenario was not found.',
      400,
      field('ScenarioId', 'Unknown scenario.'),
    );
  if (scenario.gameMode === 'Sandbox') {
    throw new DomainError(
      'SCENARIO_NOT_SCORED',
      'Sandbox scenarios have no scores.',
      400,
      field('ScenarioId', 'Not scored.'),
    );
  }
  refuseImpossiblePoints(attempt, scenario);
  if (new Date(attempt.completedAt) < new Date(attempt.startedAt)) {
    throw new DomainError(
      'VALIDATION_FAILED',
      'An attempt cannot end before it began.',
      400,
      field('CompletedAt', 'Before the start.'),
    );
  }
  if (classOfAttempt === null) refuseFuture(attempt, now);
  const late = classOfAttempt !== null && decideLate(attempt, classOfAttempt, now);
  return {
    type: 'ScoreSubmitted',
    data: {
      ...attempt,
      startedAt: new Date(attempt.startedAt).toISOString(),
      completedAt: new Date(attempt.completedAt).toISOString(),
      userId,
      courseId: classOfAttempt?.courseId ?? null,
      organizationId: classOfAttempt?.organizationId ?? organizationId,
      campaignId: scenario.campaignId,
      campaignType: scenario.campaignType,
      late,
      ...(isTooFast(attempt, scenario) && { tooFast: true as const }),
    },
  };
}

function refuseImpossiblePoints(attempt: SubmitScoreRequest, scenario: Scenario): void {
  const errors: Record<string, string[]> = {};
  const expectEqual = (name: string, given: unknown, wanted: unknown): void => {
    if (given !== wanted) errors[name] = [`Must be ${String(wanted)} for this scenario.`];
  };
  const expectAtMost = (name: string, given: number, maximum: number): void => {
    if (given > maximum) errors[name] = [`Must be ${maximum} or less.`];
  };
  expectEqual('ScoreCardType', attempt.scoreCardType, scenario.scenarioType);
  expectEqual('MaxTotalScore', attempt.maxTotalScore, scenario.maxTotalScore);
  expectEqual('MaxQuestionsScore', attempt.maxQuestionsScore, scenario.maxQuestionsScore);
  expectAtMost('TotalScore', attempt.totalScore, scenario.maxTotalScore);
  expectAtMost('QuestionsScore', attempt.questionsScore, scenario.maxQuestionsScore);
  for (const { score, maxScore } of attempt.questionScorecards) {
    if (maxScore !== null) expectAtMost('QuestionScorecards', score, maxScore);
  }
  if (Object.keys(errors).length === 0) return;
  throw new DomainError('SCORE_ABOVE_MAXIMUM', 'The score does not fit the scenario.', 400, errors);
}

/** In a class its times are the bounds; a player's clock elsewhere may run a little ahead, not days. */
function refuseFuture({ completedAt }: SubmitScoreRequest, now: number): void {
  if (new Date(completedAt).getTime() <= now + CLOCK_TOLERANCE_MS) return;
  const title = 'An attempt cannot end in the future.';
  throw new DomainError('VALIDATION_FAILED', title, 400, field('CompletedAt', 'In the future.'));
}

function decideLate(
  attempt: SubmitScoreRequest,
  { startedAt, endedAt, onRoster }: ClassOfAttempt,
  now: number,
): boolean {
  if (!onRoster) throw new DomainError('NOT_ON_ROSTER', 'You have not joined this class.', 403);
  const completed = new Date(attempt.completedAt).getTime();
  const from = startedAt === null ? Infinity : new Date(startedAt).getTime();
  const until = endedAt === null ? now + CLOCK_TOLERANCE_MS : new Date(endedAt).getTime();
  if (completed < from || completed > until) throw new DomainError('CLASS_NOT_ACTIVE', 'The class is not active.');
  return endedAt !== null && now > until + LATE_AFTER_MS;
}

const field = (name: string, message: string): Record<string, string[]> => ({ [name]: [message] });
