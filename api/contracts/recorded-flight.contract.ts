import { z } from 'zod';
import { ResultLevel } from './attempt.contract.js';
import { FlightRecording } from './flight.contract.js';
import { Id, Moment } from './primitives.contract.js';

/**
 * Response of GET /api/sessions/{sessionId}/flights/{attemptId}: an attempt of a class, for its staff, and for its student while the
 * debrief is released (docs/rules.md#replaying-a-flight). Points as the game reported them.
 */
export const RecordedFlight = z.object({
  attemptId: Id,
  userId: Id,
  /** First and last name, or the username. */
  name: z.string(),
  scenarioId: Id,
  scenarioTitle: z.string(),
  totalScore: z.number(),
  maxTotalScore: z.number(),
  passed: z.boolean(),
  level: ResultLevel,
  startedAt: Moment,
  completedAt: Moment,
  /** The inputs; null when the game sent none, when the player was erased, and after the time for which recordings are kept. */
  flight: FlightRecording.nullable(),
});
export type RecordedFlight = z.infer<typeof RecordedFlight>;
