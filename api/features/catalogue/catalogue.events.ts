import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';
import { Scenario } from '../../contracts/catalogue.contract.js';

/** Stream `catalogue-{catalogueId}`: each publication is the whole content, in campaign order, then scenario order. */
export const catalogueEvents = {
  CataloguePublished: z.object({ catalogueId: z.uuid(), edition: z.number().int(), scenarios: z.array(Scenario) }),
} as const;

export type CataloguePublished = DomainEvent<'CataloguePublished', z.infer<typeof catalogueEvents.CataloguePublished>>;

export const catalogueStream = (catalogueId: string): string => `catalogue-${catalogueId}`;
