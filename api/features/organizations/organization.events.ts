import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

const id = z.uuid();

/** Stream `organization-{organizationId}`. `nameHmac` is the claim on the name, in hex. */
export const organizationEvents = {
  OrganizationCreated: z.object({
    organizationId: id,
    name: z.string(),
    nameHmac: z.string(),
    userLimit: z.int(),
    createdAt: z.iso.datetime(),
  }),
  OrganizationMarkedPaid: z.object({ organizationId: id }),
  OrganizationMarkedUnpaid: z.object({ organizationId: id }),
  OrganizationUserLimitChanged: z.object({ organizationId: id, userLimit: z.int() }),
  OrganizationDeleted: z.object({ organizationId: id }),
} as const;

type Events = {
  [Type in keyof typeof organizationEvents]: DomainEvent<Type, z.infer<(typeof organizationEvents)[Type]>>;
};

export type OrganizationEvent = Events[keyof Events];

export const organizationStream = (organizationId: string): string => `organization-${organizationId}`;
