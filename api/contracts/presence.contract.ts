import { z } from 'zod';
import { Id, Moment, MomentInput } from './primitives.contract.js';

/**
 * Event `presence` of a client: where a member of a running class is, at the times of `presence.rule.ts`. `scenarioId` null: in
 * no scenario. `since`: when that scenario was begun. Of several pages of one person the newest report counts;
 * what comes for a class one is not in is passed over. Nothing is answered.
 */
export const PresenceReport = z.strictObject({
  sessionId: Id,
  scenarioId: Id.nullable(),
  since: MomentInput.nullable(),
  idle: z.boolean(),
  needsHelp: z.boolean(),
});
export type PresenceReport = z.infer<typeof PresenceReport>;

export const PRESENCE_STATES = ['online', 'idle', 'offline'] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];

/**
 * A row of topic `presence`, whose id is a class; row key: the id of a student on its roster, also of one who never came.
 * `since` is never before the class. `needsHelpSince` outlives a lost connection. `seenAt`: when somebody who is offline was
 * here last; null while they are here, and when they never were.
 */
export const PresenceRow = z.object({
  state: z.enum(PRESENCE_STATES),
  scenarioId: Id.nullable(),
  since: Moment.nullable(),
  needsHelpSince: Moment.nullable(),
  seenAt: Moment.nullable(),
});
export type PresenceRow = z.infer<typeof PresenceRow>;
