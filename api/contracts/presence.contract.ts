import { z } from 'zod';
import { Id, Moment, MomentInput } from './primitives.contract.js';

/**
 * Event `presence` of a client: where a member of a running class is, sent at the times of `presence.rule.ts`. `scenarioId` is
 * null outside scenarios. `since`: when that scenario was started. With several pages of one person the newest change counts.
 * Reports for a class that the sender does not belong to are ignored. The event is not acknowledged. `helpId` identifies the
 * help request, so that a repeated report does not reopen a resolved one; pages of older versions send `needsHelp` without it.
 * `page`: the id of the page, which it keeps over its connections and polls, and the number of its newest change. Without it, as
 * from pages of older versions, each connection or poll counts as a page.
 */
export const PresenceReport = z.strictObject({
  sessionId: Id,
  scenarioId: Id.nullable(),
  since: MomentInput.nullable(),
  idle: z.boolean(),
  needsHelp: z.boolean(),
  helpId: Id.optional(),
  page: z.strictObject({ id: Id, change: z.int32().min(0) }).optional(),
});
export type PresenceReport = z.infer<typeof PresenceReport>;

export const PRESENCE_STATES = ['online', 'idle', 'offline'] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];

/** The member of staff who takes a help request. */
const Helper = z.object({ userId: Id, name: z.string() });

/**
 * A row of topic `presence`, whose id is a class. Row key: the id of a student on its roster, including students who never
 * connected. `since` is never before the class. `needsHelpSince` survives a lost connection and is null when the request is
 * resolved. `helpId` identifies the open request, for {@link AnswerHelpRequest}. `helper`: the member of staff who is on the way.
 * `seenAt`: when an offline student was last connected; null for a connected student and for one who never connected.
 */
export const PresenceRow = z.object({
  state: z.enum(PRESENCE_STATES),
  scenarioId: Id.nullable(),
  since: Moment.nullable(),
  needsHelpSince: Moment.nullable(),
  helpId: Id.nullable().optional(),
  helper: Helper.nullable().optional(),
  seenAt: Moment.nullable(),
});
export type PresenceRow = z.infer<typeof PresenceRow>;

/**
 * A row of topic `help`, whose id is a class; row key: the id of the student who asks. Staff of the course receive the open
 * requests of connected students, a student only their own. `helpId` is that of the student's {@link PresenceReport}.
 * `resolvedAt` is set only in the student's own row: staff no longer receive a resolved request.
 */
export const HelpRow = z.object({
  helpId: Id,
  since: Moment,
  helper: Helper.nullable(),
  resolvedAt: Moment.nullable(),
});
export type HelpRow = z.infer<typeof HelpRow>;

/**
 * Body of PUT /api/sessions/{sessionId}/help/{userId}, staff of the course; answers 204. `helpId` names the request, so that an
 * answer never reaches a later request of the same student. `on-my-way`: the caller takes the request, 409 `HELP_TAKEN` when a
 * colleague has taken it and 409 `HELP_NOT_REQUESTED` when it is no longer open. `resolved` ends the request and is safe to repeat.
 */
export const AnswerHelpRequest = z.strictObject({ helpId: Id, status: z.enum(['on-my-way', 'resolved']) });
export type AnswerHelpRequest = z.infer<typeof AnswerHelpRequest>;
