import { z } from 'zod';
import { event, type EventsOf, on } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();

/** Audit fields of events: the organization is both the target and the owner of its entries. */
const onOrganization = {
  target: on('organization', 'organizationId'),
  organization: ({ organizationId }: { organizationId: string }) => organizationId,
};

/** Events of stream `organization-{organizationId}`. `nameHmac` is the claim on the name, in hex. */
export const organizationEvents = {
  OrganizationCreated: event(
    z.object({
      organizationId: id,
      name: z.string(),
      nameHmac: z.string(),
      userLimit: z.int(),
      createdAt: z.iso.datetime(),
    }),
    { audit: { ...onOrganization, facts: ({ name, userLimit }) => ({ name, userLimit, isPaid: false }) } },
  ),
  OrganizationMarkedPaid: event(z.object({ organizationId: id }), {
    audit: { ...onOrganization, facts: () => ({ isPaid: true }), before: () => ({ isPaid: false }) },
  }),
  OrganizationMarkedUnpaid: event(z.object({ organizationId: id }), {
    audit: { ...onOrganization, facts: () => ({ isPaid: false }), before: () => ({ isPaid: true }) },
  }),
  OrganizationUserLimitChanged: event(z.object({ organizationId: id, userLimit: z.int() }), {
    audit: { ...onOrganization, needsPast: true, facts: ({ userLimit }) => ({ userLimit }) },
  }),
  /** Whether the classes of the organization are recorded. They are recorded until the first such event. */
  OrganizationRecordingChanged: event(z.object({ organizationId: id, recordsClasses: z.boolean() }), {
    audit: {
      ...onOrganization,
      facts: ({ recordsClasses }) => ({ recordsClasses }),
      before: ({ recordsClasses }) => ({ recordsClasses: !recordsClasses }),
    },
  }),
  OrganizationDeleted: event(z.object({ organizationId: id }), {
    audit: { ...onOrganization, facts: () => ({ deleted: true }) },
  }),
} as const;

type Events = EventsOf<typeof organizationEvents>;
export type OrganizationEvent = Events[keyof Events];
