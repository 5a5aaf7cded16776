import { z } from 'zod';
import { event, type EventsOf } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();

/** Reference to a content: its SHA-256 in hex, which is its key in a separate table, and its size in bytes. */
const content = { contentHash: z.string().length(64), size: z.int() };

/** Titles are free text and are encrypted in the log with the owner's key. */
const personal = { subject: 'ownerId', fields: ['title'] } as const;

/** Stream `sandbox-{sandboxId}`. */
export const sandboxEvents = {
  SandboxCreated: event(
    z.object({
      sandboxId: id,
      ownerId: id,
      organizationId: id.nullable(),
      title: z.string(),
      ...content,
    }),
    { personal },
  ),
  SandboxSaved: event(z.object({ sandboxId: id, ownerId: id, title: z.string(), ...content }), { personal }),
  SandboxOpened: event(z.object({ sandboxId: id, openedAt: z.iso.datetime() })),
  /** `ownerId` is missing in older events. */
  SandboxDeleted: event(z.object({ sandboxId: id, ownerId: id.optional() }), {
    audit: {
      // The audit lists only deletions of sandboxes, because another person may have done them.
      target: ({ ownerId }) => (ownerId === undefined ? undefined : { type: 'user', id: ownerId }),
      facts: ({ sandboxId }) => ({ deletedSandbox: sandboxId }),
    },
  }),
} as const;

type Events = EventsOf<typeof sandboxEvents>;

export type SandboxCreated = Events['SandboxCreated'];
export type SandboxEvent = Events[keyof Events];
