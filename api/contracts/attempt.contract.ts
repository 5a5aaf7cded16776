import { z } from 'zod';
import { Id, Moment } from './primitives.contract.js';
import { RESULT_LEVELS } from './result-level.rule.js';

/**
 * How much of a result the platform has checked (docs/rules.md#levels-of-results), from least to most. `Reported`: only the
 * game says so. `Witnessed`: the server saw the attempt begin. `Verified`: the server also computed the result itself.
 */
export const ResultLevel = z.enum(RESULT_LEVELS);
export type ResultLevel = z.infer<typeof ResultLevel>;

/** A reason to review a result (docs/rules.md#results-to-review). Flagged results count like any other until staff decides. */
export const AttemptFlag = z.enum([
  /** Began before its class started. */
  'BeganBeforeClass',
  /** Began before the player joined the class. */
  'BeganBeforeJoining',
  /** Overlaps another attempt of the same player. */
  'Overlapping',
  /** Claims to have taken longer than the time since the server saw it begin. */
  'LongerThanWitnessed',
  /** Shorter than the minimum time of its scenario. */
  'TooFast',
  /** The points of a question do not follow from the chosen answers. */
  'ScoreNotFromAnswers',
  /** The server computed another result from the recorded inputs. */
  'VerificationDiffers',
]);
export type AttemptFlag = z.infer<typeof AttemptFlag>;

/**
 * Body of POST /api/attempts, which a game sends when a player begins a scenario. `sessionId` is null outside any class. The
 * player is on the roster of the class, the class is running, and the scenario has results. Otherwise the request is refused
 * like its result would be. A player can begin 30 attempts a minute; further ones receive 429 with Retry-After.
 */
export const BeginAttemptRequest = z.strictObject({ scenarioId: Id, sessionId: Id.nullable() });
export type BeginAttemptRequest = z.infer<typeof BeginAttemptRequest>;

/**
 * Response of POST /api/attempts. The result is submitted with this `attemptId` and `ticket` within twelve hours. The ticket is
 * valid only for this attempt, player, scenario and class. `startedAt` is the time of the server, with milliseconds.
 */
export const BeginAttemptResponse = z.object({ attemptId: Id, startedAt: Moment, ticket: z.string() });
export type BeginAttemptResponse = z.infer<typeof BeginAttemptResponse>;
