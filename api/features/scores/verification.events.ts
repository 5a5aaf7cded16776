import { z } from 'zod';
import { ResultLevel } from '../../contracts/attempt.contract.js';
import { event, type EventsOf } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();
const figures = z.object({ totalScore: z.number(), passed: z.boolean() });

/** The attempt as its own event describes it, so that projections need no lookups. */
const attempt = {
  attemptId: id,
  userId: id,
  sessionId: id.nullable(),
  courseId: id.nullable(),
  organizationId: id.nullable(),
  scenarioId: id,
  campaignId: id,
};

/** Stream `verification-{attemptId}`, one event: the outcome of flying a recorded flight again (docs/rules.md#verified-flights). */
export const verificationEvents = {
  /** The points are equal. `level` is the level of the result from now on; without a ticket it stays `Reported`. */
  FlightVerified: event(z.object({ ...attempt, level: ResultLevel.exclude(['Witnessed']) })),
  /** The points differ. The result keeps its claim, is `Reported` from now on, and has the flag `VerificationDiffers`. */
  FlightDiffered: event(z.object({ ...attempt, claimed: figures, flown: figures })),
} as const;

type Events = EventsOf<typeof verificationEvents>;
export type FlightVerified = Events['FlightVerified'];
export type FlightDiffered = Events['FlightDiffered'];
