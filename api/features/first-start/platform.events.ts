import { z } from 'zod';
import { event, type EventsOf, onPlatform } from '../../platform/eventsourcing/define-events.js';

/** Events of stream `platform`: recorded once, when the first accounts exist. */
export const platformEvents = {
  PlatformInitialised: event(z.object({ with: z.enum(['demo', 'bootstrap-admin']) }), {
    audit: { target: onPlatform },
  }),
} as const;

export type PlatformInitialised = EventsOf<typeof platformEvents>['PlatformInitialised'];
