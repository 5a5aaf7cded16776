import { z } from 'zod';
import { event, type EventsOf } from '../../platform/eventsourcing/define-events.js';
import { CampaignType } from '../../contracts/catalogue.contract.js';
import { AttemptFlag, ResultLevel } from '../../contracts/attempt.contract.js';
import { SubmitScoreRequest } from '../../contracts/score.contract.js';

/**
 * Stream `attempt-{attemptId}`, one event. The event records the class, the course and the campaign at that moment, so that
 * projections need no lookups. `late`: it arrived more than 15 minutes after the end of its class.
 */
export const scoreEvents = {
  ScoreSubmitted: event(
    SubmitScoreRequest.omit({ ticket: true, answers: true }).extend({
      userId: z.uuid(),
      courseId: z.uuid().nullable(),
      organizationId: z.uuid().nullable(),
      campaignId: z.uuid(),
      campaignType: CampaignType,
      late: z.boolean(),
      /** The attempt was completed faster than anyone can play it. Omitted otherwise, and missing in older events. */
      tooFast: z.literal(true).optional(),
      /** Omitted for `Reported`, and missing in older events. A later event in another stream makes a flight `Verified`. */
      level: ResultLevel.exclude(['Reported']).optional(),
      /** Reasons to review the attempt that were known when it arrived, without `TooFast`. Omitted when there are none. */
      flags: z.array(AttemptFlag).optional(),
      /** The times of the player's clock, if they did not fit and the server's were stored instead. */
      claimed: z.object({ startedAt: z.iso.datetime(), completedAt: z.iso.datetime() }).optional(),
      /** Edition of the catalogue by which the server scored the quiz. Missing when the game scored it. */
      scoredEdition: z.int().optional(),
      /** Answers that the player typed, encrypted. The question cards contain placeholders. See `free-text.rule.ts`. */
      freeText: z.string().optional(),
    }),
    {
      // Scores stay readable without the player's key.
      personal: { subject: 'userId', fields: ['freeText'] },
    },
  ),
} as const;

export type ScoreSubmitted = EventsOf<typeof scoreEvents>['ScoreSubmitted'];
