import { toMoment } from '../../contracts/primitives.contract.js';
import type { Sandbox } from '../../contracts/sandbox.contract.js';
import type { SandboxRow } from './sandbox-row.js';

/** Converts a row of the log or of a table to the format of the API. */
export const toSandbox = (row: SandboxRow, userName: string | null): Sandbox => ({
  id: row.id,
  title: row.title,
  userName,
  lastAccessed: toMoment(new Date(row.accessed_at)),
  accessCount: row.access_count,
  timeCreated: toMoment(new Date(row.created_at)),
  lastModified: toMoment(new Date(row.modified_at)),
  organizationId: row.organization_id,
  version: row.version,
});
