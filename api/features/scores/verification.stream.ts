import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import type { ScoreSubmitted } from './score.events.js';
import { type FlightDiffered, type FlightVerified, verificationEvents } from './verification.events.js';

/** Points of a flight, as a player claims them or as the module computes them. */
export type FlightFigures = FlightDiffered['data']['flown'];

/** Command to record the outcome of a flight that was flown again. */
interface RecordFlight {
  readonly result: ScoreSubmitted['data'];
  readonly flown: FlightFigures;
}

/** Stream of one verification. Its only event is the outcome. */
export const verificationStream = defineStream({
  prefix: 'verification',
  events: verificationEvents,
  holdsOneEvent: true,
  initialState: false,
  decide: ({ result, flown }: RecordFlight, isRecorded) => (isRecorded ? [] : [outcomeOf(result, flown)]),
  evolve: () => true,
});

function outcomeOf(result: ScoreSubmitted['data'], flown: FlightFigures): FlightVerified | FlightDiffered {
  const { attemptId, userId, sessionId, courseId, organizationId, scenarioId, campaignId, totalScore, passed } = result;
  const attempt = { attemptId, userId, sessionId, courseId, organizationId, scenarioId, campaignId };
  if (flown.totalScore !== totalScore || flown.passed !== passed)
    return { type: 'FlightDiffered', data: { ...attempt, claimed: { totalScore, passed }, flown } };
  return { type: 'FlightVerified', data: { ...attempt, level: result.level ? 'Verified' : 'Reported' } };
}
