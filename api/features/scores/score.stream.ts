import type { Scenario } from '../../contracts/catalogue.contract.js';
import { isTooFast } from '../../contracts/too-fast.rule.js';
import type { AttemptFlag } from '../../contracts/attempt.contract.js';
import type { SubmitScoreRequest } from '../../contracts/score.contract.js';
import { DomainError } from '../../platform/domain-error.js';
import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type CheckedCards, checkCards } from './question-cards.rule.js';
import { type ComputedScore, computeScore } from './computed-score.rule.js';
import { scoreEvents, type ScoreSubmitted } from './score.events.js';

/** Time after the end of its class after which an attempt is late (docs/rules.md#late-attempts). */
const LATE_AFTER_MS = 15 * 60_000;
/** Times of a player's clock that is ahead by at most this are accepted unchanged. */
const CLOCK_TOLERANCE_MS = 60_000;
/** Times that are off by more than the tolerance, but at most by this, are shifted to the time of arrival. */
const MOST_SHIFTED_MS = 24 * 3_600_000;

const LONGER: AttemptFlag = 'LongerThanWitnessed';
const NOT_FROM_ANSWERS: AttemptFlag = 'ScoreNotFromAnswers';

/** The class of an attempt at the moment of arrival. Times are in ISO 8601. */
export interface ClassOfAttempt {
  readonly courseId: string;
  readonly organizationId: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly onRoster: boolean;
  /** Null for a player who was a member of the course when the class started. */
  readonly joinedAt: string | null;
}

/** What a valid ticket proves: when the server saw the attempt begin, in milliseconds, and the edition of the catalogue then. */
export interface Witness {
  readonly beganAt: number;
  readonly edition: number;
}

/** Command to record an attempt, with the facts looked up for it. `now` is in milliseconds. */
export interface ScoreInput {
  readonly attempt: Omit<SubmitScoreRequest, 'ticket'>;
  readonly userId: string;
  readonly organizationId: string | null;
  readonly scenario: Scenario | undefined;
  /** Edition of the catalogue that has the scenario. Recorded when its answers are scored. */
  readonly edition?: number;
  /** Null when the attempt was played outside any class. */
  readonly classOfAttempt: ClassOfAttempt | null;
  /** Undefined when the server did not see the attempt begin. */
  readonly witness?: Witness | undefined;
  readonly now: number;
}

type Attempt = Omit<SubmitScoreRequest, 'ticket' | 'answers'>;

/**
 * Refuses the start of an attempt whose result would be refused.
 * @throws DomainError
 */
export function assertCanBegin(scenario: Scenario | undefined, classOfAttempt: ClassOfAttempt | null): void {
  assertScored(scenario);
  if (!classOfAttempt) return;
  if (!classOfAttempt.onRoster) throw notOnRoster();
  if (!isRunning(classOfAttempt)) throw outOfBounds(classOfAttempt);
}

/** Decides whether an attempt is accepted, and returns its event. The stream has one event, so there is no state to fold. */
export function decideScore({
  attempt: { answers, ...claimed },
  userId,
  organizationId,
  scenario,
  edition,
  classOfAttempt,
  witness,
  now,
}: ScoreInput): ScoreSubmitted {
  assertScored(scenario);
  const computed = answers && computeScore(claimed, answers, scenario);
  const attempt = { ...claimed, ...computed?.score };
  const { cards, freeText, followsFromAnswers } = refuseImpossiblePoints(attempt, scenario, computed);
  if (new Date(attempt.completedAt) < new Date(attempt.startedAt)) {
    throw new DomainError(
      'VALIDATION_FAILED',
      'An attempt cannot end before it began.',
      400,
      field('CompletedAt', 'Must not be before the start.'),
    );
  }
  const times = witness
    ? witnessedTimes(attempt, classOfAttempt, witness, now)
    : reportedTimes(attempt, classOfAttempt, now);
  const flags = [
    ...startFlags(times, classOfAttempt),
    ...(witness && durationOf(attempt) > now - witness.beganAt + CLOCK_TOLERANCE_MS ? [LONGER] : []),
    ...(followsFromAnswers || computed ? [] : [NOT_FROM_ANSWERS]),
  ];
  return {
    type: 'ScoreSubmitted',
    data: {
      ...attempt,
      ...times,
      questionScorecards: cards,
      ...(freeText !== undefined && { freeText }),
      userId,
      courseId: classOfAttempt?.courseId ?? null,
      organizationId: classOfAttempt?.organizationId ?? organizationId,
      campaignId: scenario.campaignId,
      campaignType: scenario.campaignType,
      late: isLate(classOfAttempt, now),
      ...(isTooFast(times, scenario) && { tooFast: true as const }),
      ...(witness && { level: isComputed(computed, attempt) ? ('Verified' as const) : ('Witnessed' as const) }),
      ...(flags.length > 0 && { flags }),
      ...(computed && { scoredEdition: edition }),
    },
  };
}

/** Stream of one attempt. Its only event is the result. */
export const attemptStream = defineStream({
  prefix: 'attempt',
  events: scoreEvents,
  holdsOneEvent: true,
  initialState: false,
  decide: (command: ScoreInput, isSubmitted) => (isSubmitted ? [] : [decideScore(command)]),
  evolve: () => true,
});

function assertScored(scenario: Scenario | undefined): asserts scenario is Scenario {
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
}

/** True when the server computed all points of the attempt. */
const isComputed = (computed: ComputedScore | undefined, { totalScore }: Attempt): boolean =>
  computed !== undefined && totalScore === 0;

/** Checks the points of an attempt against its scenario. Returns the question cards to store. */
function refuseImpossiblePoints(
  attempt: Attempt,
  scenario: Scenario,
  computed: ComputedScore | undefined,
): CheckedCards {
  const checked = checkCards(attempt, scenario);
  const errors: Record<string, string[]> = { ...checked.errors, ...computed?.errors };
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
  if (Object.keys(errors).length === 0) return checked;
  throw new DomainError('SCORE_ABOVE_MAXIMUM', 'The score does not match the scenario.', 400, errors);
}

type Times = Pick<ScoreSubmitted['data'], 'startedAt' | 'completedAt' | 'claimed'>;

/** Returns the reasons to review an attempt that began before the player was in the class. */
function startFlags({ startedAt }: Times, classOfAttempt: ClassOfAttempt | null): AttemptFlag[] {
  const began = new Date(startedAt).getTime() + CLOCK_TOLERANCE_MS;
  const isBefore = (moment: string | null | undefined): boolean => !!moment && began < new Date(moment).getTime();
  return [
    ...(isBefore(classOfAttempt?.startedAt) ? (['BeganBeforeClass'] as const) : []),
    ...(isBefore(classOfAttempt?.joinedAt) ? (['BeganBeforeJoining'] as const) : []),
  ];
}

/** Returns the server's time of the start, and the claimed duration, at most until now. Keeps the claimed times if they differ. */
function witnessedTimes(
  attempt: Attempt,
  classOfAttempt: ClassOfAttempt | null,
  { beganAt }: Witness,
  now: number,
): Times {
  const completed = Math.min(now, beganAt + durationOf(attempt));
  if (!isWithin(completed, classOfAttempt, now)) throw outOfBounds(classOfAttempt);
  const { startedAt, completedAt } = attempt;
  const differs = [beganAt - new Date(startedAt).getTime(), completed - new Date(completedAt).getTime()].some(
    (difference) => Math.abs(difference) > CLOCK_TOLERANCE_MS,
  );
  const claimed = { startedAt: iso(new Date(startedAt).getTime()), completedAt: iso(new Date(completedAt).getTime()) };
  return { startedAt: iso(beganAt), completedAt: iso(completed), ...(differs && { claimed }) };
}

/** Returns the times to store. Only times that do not fit are shifted, so that results of a correct clock keep theirs. */
function reportedTimes(attempt: Attempt, classOfAttempt: ClassOfAttempt | null, now: number): Times {
  const started = new Date(attempt.startedAt).getTime();
  const completed = new Date(attempt.completedAt).getTime();
  const claimed = { startedAt: iso(started), completedAt: iso(completed) };
  if (isWithin(completed, classOfAttempt, now)) return claimed;
  const mayBeShifted = classOfAttempt === null || isRunning(classOfAttempt);
  if (!mayBeShifted || Math.abs(completed - now) > MOST_SHIFTED_MS) throw outOfBounds(classOfAttempt);
  // The duration is kept, so a shifted attempt may begin before its class, like any other attempt.
  return { startedAt: iso(Math.max(0, now - (completed - started))), completedAt: iso(now), claimed };
}

/** True when the completion is plausible: before now outside a class, otherwise inside the class. */
function isWithin(completed: number, classOfAttempt: ClassOfAttempt | null, now: number): boolean {
  const latest = now + CLOCK_TOLERANCE_MS;
  if (classOfAttempt === null) return completed <= latest;
  const { startedAt, endedAt, onRoster } = classOfAttempt;
  if (!onRoster) throw notOnRoster();
  const from = startedAt === null ? Infinity : new Date(startedAt).getTime();
  return completed >= from && completed <= (endedAt === null ? latest : new Date(endedAt).getTime());
}

const isRunning = ({ startedAt, endedAt }: ClassOfAttempt): boolean => startedAt !== null && endedAt === null;

const notOnRoster = (): DomainError => new DomainError('NOT_ON_ROSTER', 'You have not joined this class.', 403);

function outOfBounds(classOfAttempt: ClassOfAttempt | null): DomainError {
  if (classOfAttempt) {
    const title = classOfAttempt.startedAt === null ? 'The class is not active yet.' : 'The class is not active.';
    return new DomainError('CLASS_NOT_ACTIVE', title);
  }
  const title = 'An attempt cannot end in the future.';
  return new DomainError('VALIDATION_FAILED', title, 400, field('CompletedAt', 'Must not be in the future.'));
}

const isLate = (classOfAttempt: ClassOfAttempt | null, now: number): boolean =>
  classOfAttempt !== null &&
  classOfAttempt.endedAt !== null &&
  now > new Date(classOfAttempt.endedAt).getTime() + LATE_AFTER_MS;

const durationOf = ({ startedAt, completedAt }: Attempt): number =>
  new Date(completedAt).getTime() - new Date(startedAt).getTime();

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

const field = (name: string, message: string): Record<string, string[]> => ({ [name]: [message] });
