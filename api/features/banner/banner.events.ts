import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

/** Stream `banner`, one for the platform. Not personal data: it is shown to everybody. */
export const bannerEvents = {
  BannerSet: z.object({ message: z.string(), startDate: z.iso.datetime(), endDate: z.iso.datetime() }),
} as const;

export type BannerSet = DomainEvent<'BannerSet', z.infer<typeof bannerEvents.BannerSet>>;

export const BANNER_STREAM = 'banner';
