import { z } from 'zod';
import { event, type EventsOf, on } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();

/** Stream `data-export-{exportId}`, one per download: data of others that staff exports from the platform. */
export const dataExportEvents = {
  /** `sessionId` and `organizationId` are null for all of them. `scores` includes the answers of a quiz. */
  DataExported: event(
    z.object({
      userId: id,
      what: z.enum(['scores', 'leaderboard', 'users', 'audit', 'security-events']),
      sessionId: id.nullable(),
      organizationId: id.nullable(),
    }),
    {
      audit: {
        target: on('user', 'userId'),
        facts: ({ what, sessionId }) => ({ exported: what, exportedClass: sessionId }),
      },
    },
  ),
} as const;

export type DataExported = EventsOf<typeof dataExportEvents>['DataExported'];
