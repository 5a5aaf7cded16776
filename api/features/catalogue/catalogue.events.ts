import { z } from 'zod';
import { event, type EventsOf, onPlatform } from '../../platform/eventsourcing/define-events.js';
import { Scenario } from '../../contracts/catalogue.contract.js';

/** Stream `catalogue-{catalogueId}`. Each publication contains the whole content, in order of campaigns, then scenarios. */
export const catalogueEvents = {
  CataloguePublished: event(
    z.object({ catalogueId: z.uuid(), edition: z.number().int(), scenarios: z.array(Scenario) }),
    { audit: { target: onPlatform } },
  ),
} as const;

export type CataloguePublished = EventsOf<typeof catalogueEvents>['CataloguePublished'];
