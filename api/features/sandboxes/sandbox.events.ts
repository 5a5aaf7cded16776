import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

const id = z.uuid();

/** Of what is kept: its SHA-256 in hex, under which it lies in a table of its own, and its size in bytes. */
const content = { contentHash: z.string().length(64), size: z.int() };

/** Stream `sandbox-{sandboxId}`. */
export const sandboxEvents = {
  SandboxCreated: z.object({
    sandboxId: id,
    ownerId: id,
    organizationId: id.nullable(),
    title: z.string(),
    ...content,
  }),
  SandboxSaved: z.object({ sandboxId: id, ownerId: id, title: z.string(), ...content }),
  SandboxOpened: z.object({ sandboxId: id, openedAt: z.iso.datetime() }),
  /** `ownerId` is missing in older events. */
  SandboxDeleted: z.object({ sandboxId: id, ownerId: id.optional() }),
} as const;

type Events = { [Type in keyof typeof sandboxEvents]: DomainEvent<Type, z.infer<(typeof sandboxEvents)[Type]>> };

export type SandboxCreated = Events['SandboxCreated'];
export type SandboxDeleted = Events['SandboxDeleted'];
export type SandboxEvent = Events[keyof Events];

/** Titles are what somebody made up, and are encrypted in the log under the owner's key. */
export const sandboxPersonalData = {
  SandboxCreated: { subject: 'ownerId', fields: ['title'] },
  SandboxSaved: { subject: 'ownerId', fields: ['title'] },
};

export const sandboxStream = (sandboxId: string): string => `sandbox-${sandboxId}`;
