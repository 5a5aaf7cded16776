import { z } from 'zod';
import { event, type EventsOf, onPlatform } from '../../platform/eventsourcing/define-events.js';

/** Events of stream `banner`, one for the platform. A banner is public and not personal data. */
export const bannerEvents = {
  BannerSet: event(z.object({ message: z.string(), startDate: z.iso.datetime(), endDate: z.iso.datetime() }), {
    audit: { target: onPlatform, needsPast: true, facts: (banner) => banner },
  }),
} as const;

export type BannerSet = EventsOf<typeof bannerEvents>['BannerSet'];
