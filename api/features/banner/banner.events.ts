import { z } from 'zod';
import { event, type EventsOf, onPlatform } from '../../platform/eventsourcing/define-events.js';

/** Stream `banner`, one for the platform. Not personal data: it is shown to everybody. */
export const bannerEvents = {
  BannerSet: event(z.object({ message: z.string(), startDate: z.iso.datetime(), endDate: z.iso.datetime() }), {
    audit: { target: onPlatform, needsPast: true, facts: (banner) => banner },
  }),
} as const;

export type BannerSet = EventsOf<typeof bannerEvents>['BannerSet'];
