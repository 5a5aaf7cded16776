import { z } from 'zod';
import { Id, Moment, textLine } from './primitives.contract.js';

/** A sandbox may be as large as this, as JSON text in bytes. */
export const MAX_SANDBOX_BYTES = 512 * 1_024;

/**
 * One row of GET /api/sandboxes, the last accessed first: the caller's own, or all for a system admin
 * (docs/rules.md#sandboxes).
 */
export const Sandbox = z.object({
  id: Id,
  title: z.string(),
  /** The owner's name; null when the account is gone ('No Owner'). */
  userName: z.string().nullable(),
  lastAccessed: Moment,
  accessCount: z.int(),
  timeCreated: Moment,
  lastModified: Moment,
  organizationId: Id.nullable(),
  /** Of the content; the next save names it. */
  version: z.int(),
});
export type Sandbox = z.infer<typeof Sandbox>;

/** Whatever JSON the game keeps. Larger than {@link MAX_SANDBOX_BYTES} is refused with 413. */
const SandboxData = z.json();

const Title = textLine(100).trim().min(1, 'Enter a title.');

/**
 * Body of POST /api/sandboxes: 201 with the {@link Sandbox}, or 409 when the owner's quota is used up
 * (docs/rules.md#sandboxes).
 */
export const CreateSandboxRequest = z.strictObject({ title: Title, data: SandboxData });
export type CreateSandboxRequest = z.infer<typeof CreateSandboxRequest>;

/** PUT /api/sandboxes/{id}: `version` is the one that was opened; 409 when somebody has saved since. Answers the {@link Sandbox}. */
export const SaveSandboxRequest = z.strictObject({ title: Title, data: SandboxData, version: z.int().min(0) });
export type SaveSandboxRequest = z.infer<typeof SaveSandboxRequest>;

/** Query of GET /api/sandboxes/{id}/json: `open=true` is the game's and counts as an access, a download does not. */
export const SandboxFileQuery = z.strictObject({ open: z.enum(['true', 'false']).default('false') });
export type SandboxFileQuery = z.infer<typeof SandboxFileQuery>;

/** GET /api/sandboxes/{id}/json, as a file named `{title} {id}.json` unless it is opened. */
export const SandboxFile = z.object({ id: Id, title: z.string(), version: z.int(), data: z.json() });
export type SandboxFile = z.infer<typeof SandboxFile>;
