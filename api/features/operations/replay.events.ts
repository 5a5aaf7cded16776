import { z } from 'zod';
import { event, type EventsOf, onPlatform } from '../../platform/eventsourcing/define-events.js';

/** Events of stream `replay-{replayId}`, one stream for each request. */
export const replayEvents = {
  /** `reader`: the projection, the reactor or the kind of job. `id`: the event or job, null for a whole projection. */
  ReplayRequested: event(
    z.object({
      kind: z.enum(['projection', 'reactor', 'job']),
      reader: z.string(),
      id: z.string().nullable(),
    }),
    { audit: { target: onPlatform, facts: ({ reader }) => ({ replayed: reader }) } },
  ),
} as const;

export type ReplayRequested = EventsOf<typeof replayEvents>['ReplayRequested'];
