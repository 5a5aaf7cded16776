import { ERASED } from '../../platform/eventsourcing/personal-data.js';
import type { RecordedEvent } from '../../platform/eventsourcing/message.js';
import type { UserEvent } from '../people/user.events.js';
import type { SandboxEvent } from './sandbox.events.js';

export type PersonalDataErased = Extract<UserEvent, { type: 'PersonalDataErased' }>;

/** State of a sandbox, folded from its events. Times are in ISO 8601. */
export interface SandboxRow {
  readonly id: string;
  readonly owner_id: string;
  readonly organization_id: string | null;
  readonly title: string;
  readonly content_hash: string;
  readonly version: number;
  /** Includes the creation. */
  readonly access_count: number;
  readonly created_at: string;
  readonly modified_at: string;
  readonly accessed_at: string;
  readonly deleted: boolean;
}

type SandboxFact = RecordedEvent<SandboxEvent | PersonalDataErased>;

/** Returns the row after an event of the sandbox or its owner. Undefined means that there is no row. */
export function evolveSandbox(row: SandboxRow | undefined, event: SandboxFact): SandboxRow | undefined {
  if (event.type === 'SandboxCreated') return row ?? created(event.data, event.metadata.occurredAt);
  return row && { ...row, ...changeOf(row, event) };
}

type Created = Extract<SandboxEvent, { type: 'SandboxCreated' }>;
type Change = Exclude<SandboxFact, { type: 'SandboxCreated' }>;

function changeOf(row: SandboxRow, { type, data, metadata }: Change): Partial<SandboxRow> {
  switch (type) {
    case 'SandboxSaved': {
      const [modified_at, accessed_at] = [metadata.occurredAt, metadata.occurredAt];
      const { title, contentHash: content_hash } = data;
      return { title, content_hash, version: row.version + 1, modified_at, accessed_at };
    }
    case 'SandboxOpened':
      return { access_count: row.access_count + 1, accessed_at: data.openedAt };
    case 'SandboxDeleted':
      return { deleted: true };
    case 'PersonalDataErased':
      // The content is deleted as well. The title becomes what decryption without the owner's key returns.
      return { deleted: true, title: ERASED };
  }
}

const created = ({ sandboxId, ...data }: Created['data'], now: string): SandboxRow => ({
  id: sandboxId,
  owner_id: data.ownerId,
  organization_id: data.organizationId,
  title: data.title,
  content_hash: data.contentHash,
  version: 1,
  access_count: 1,
  created_at: now,
  modified_at: now,
  accessed_at: now,
  deleted: false,
});
