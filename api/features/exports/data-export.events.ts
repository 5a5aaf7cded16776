import { z } from 'zod';
import { event, type EventsOf, on } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();

/** Stream `data-export-{exportId}`, one a download: what staff takes out of the platform about others. */
export const dataExportEvents = {
  /** `sessionId` and `organizationId` null: over all of them. Scores are also a quiz's answers. */
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
