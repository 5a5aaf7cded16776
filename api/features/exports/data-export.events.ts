import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

const id = z.uuid();

/** Stream `data-export-{exportId}`, one a download: what staff takes out of the platform about others. */
export const dataExportEvents = {
  /** `sessionId` and `organizationId` null: over all of them. Scores are also a quiz's answers. */
  DataExported: z.object({
    userId: id,
    what: z.enum(['scores', 'leaderboard', 'users', 'audit', 'security-events']),
    sessionId: id.nullable(),
    organizationId: id.nullable(),
  }),
} as const;

type Data = z.infer<typeof dataExportEvents.DataExported>;
export type DataExported = DomainEvent<'DataExported', Data>;

export const dataExportStream = (exportId: string): string => `data-export-${exportId}`;
