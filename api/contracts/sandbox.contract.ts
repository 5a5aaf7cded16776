import { z } from 'zod';
import { Id, Moment, textLine } from './primitives.contract.js';

/** Maximum size of a sandbox as JSON text, in bytes. */
export const MAX_SANDBOX_BYTES = 512 * 1_024;

/**
 * One row of GET /api/sandboxes, the last accessed first: the caller's own, or all for a system admin
 * (docs/rules.md#sandboxes).
 */
export const Sandbox = z.object({
  id: Id,
  title: z.string(),
  /** The owner's name; null when the account is deleted ('No Owner'). */
  userName: z.string().nullable(),
  lastAccessed: Moment,
  accessCount: z.int(),
  timeCreated: Moment,
  lastModified: Moment,
  organizationId: Id.nullable(),
  /** Version of the content, required by the next save. */
  version: z.int(),
});
export type Sandbox = z.infer<typeof Sandbox>;

/** Any JSON of the game. Data larger than {@link MAX_SANDBOX_BYTES} is rejected with 413. */
const SandboxData = z.json();

const Title = textLine(100).trim().min(1, 'Enter a title.');

/**
 * Body of POST /api/sandboxes: 201 with the {@link Sandbox}, or 409 when the owner's quota is used up
 * (docs/rules.md#sandboxes).
 */
export const CreateSandboxRequest = z.strictObject({ title: Title, data: SandboxData });
export type CreateSandboxRequest = z.infer<typeof CreateSandboxRequest>;

/**
 * Body of PUT /api/sandboxes/{id}. `version` is the opened version; 409 when a newer one was saved,
 * unless the request repeats that save. Returns the {@link Sandbox}.
 */
export const SaveSandboxRequest = z.strictObject({ title: Title, data: SandboxData, version: z.int().min(0) });
export type SaveSandboxRequest = z.infer<typeof SaveSandboxRequest>;

/** Query of GET /api/sandboxes/{id}/json: `open=true` is sent by the game and counts as an access; a download does not. */
export const SandboxFileQuery = z.strictObject({ open: z.enum(['true', 'false']).default('false') });
export type SandboxFileQuery = z.infer<typeof SandboxFileQuery>;

/** Response of GET /api/sandboxes/{id}/json. A download is named `{title} {id}.json`. */
export const SandboxFile = z.object({ id: Id, title: z.string(), version: z.int(), data: z.json() });
export type SandboxFile = z.infer<typeof SandboxFile>;
