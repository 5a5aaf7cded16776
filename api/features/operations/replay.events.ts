import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

/** Stream `replay-{replayId}`, one for each time somebody asks. */
export const replayEvents = {
  /** `reader`: the projection, the reactor or the kind of job; `id`: of the event or job, null for a whole projection. */
  ReplayRequested: z.object({
    kind: z.enum(['projection', 'reactor', 'job']),
    reader: z.string(),
    id: z.string().nullable(),
  }),
} as const;

export type ReplayRequested = DomainEvent<'ReplayRequested', z.infer<typeof replayEvents.ReplayRequested>>;

export const replayStream = (replayId: string): string => `replay-${replayId}`;
