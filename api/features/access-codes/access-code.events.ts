import { z } from 'zod';
import { event, type EventsOf, on } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();
const onAccessCode = on('access-code', 'accessCodeId');

/** Events of stream `access-code-{accessCodeId}`. `codeHmac` is the claim on the code, in hex. */
export const accessCodeEvents = {
  AccessCodeGenerated: event(
    z.object({ accessCodeId: id, code: z.string(), codeHmac: z.string(), generatedAt: z.iso.datetime() }),
    {
      // Anyone with the code can join its organization, so it is encrypted like personal data.
      personal: { subject: 'accessCodeId', fields: ['code'] },
      audit: { target: onAccessCode },
    },
  ),
  AccessCodeAssigned: event(z.object({ accessCodeId: id, organizationId: id }), {
    audit: {
      target: onAccessCode,
      organization: ({ organizationId }) => organizationId,
      facts: ({ organizationId }) => ({ organization: organizationId }),
    },
  }),
  AccessCodeDeleted: event(z.object({ accessCodeId: id }), {
    audit: { target: onAccessCode, facts: () => ({ deleted: true }) },
  }),
} as const;

type Events = EventsOf<typeof accessCodeEvents>;
export type AccessCodeEvent = Events[keyof Events];
