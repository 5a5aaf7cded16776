import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

const id = z.uuid();

/** Stream `access-code-{accessCodeId}`. `codeHmac` is the claim on the code, in hex. */
export const accessCodeEvents = {
  AccessCodeGenerated: z.object({
    accessCodeId: id,
    code: z.string(),
    codeHmac: z.string(),
    generatedAt: z.iso.datetime(),
  }),
  AccessCodeAssigned: z.object({ accessCodeId: id, organizationId: id }),
  AccessCodeDeleted: z.object({ accessCodeId: id }),
} as const;

type Events = { [Type in keyof typeof accessCodeEvents]: DomainEvent<Type, z.infer<(typeof accessCodeEvents)[Type]>> };

export type AccessCodeEvent = Events[keyof Events];

export const accessCodeStream = (accessCodeId: string): string => `access-code-${accessCodeId}`;

/** A code opens an organization to whoever has it, so it lies in the log as personal data does: encrypted. */
export const accessCodePersonalData = {
  AccessCodeGenerated: { subject: 'accessCodeId', fields: ['code'] },
};
