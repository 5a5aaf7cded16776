import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

/** Stream `platform`: said once, when the first accounts exist. */
export const platformEvents = {
  PlatformInitialised: z.object({ with: z.enum(['demo', 'bootstrap-admin']) }),
} as const;

export type PlatformInitialised = DomainEvent<
  'PlatformInitialised',
  z.infer<typeof platformEvents.PlatformInitialised>
>;

export const PLATFORM_STREAM = 'platform';
