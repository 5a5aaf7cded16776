import { DomainError } from '../../platform/domain-error.js';
import type { EventStore } from '../../platform/eventsourcing/event-store.js';
import { organizationByStream } from './organization-by-stream.query.js';

const TITLE =
  'The organization is unpaid, so only classes that are already running continue. Please contact your administrator.';

/**
 * Refuses to begin anything new in an unpaid organization; null means no organization. Decides by the stream.
 * @throws DomainError 409 when the organization is unpaid
 */
export async function assertPaid(store: EventStore, organizationId: string | null): Promise<void> {
  if (organizationId === null) return;
  const organization = await organizationByStream(store, organizationId);
  if (organization?.status === 'unpaid') throw new DomainError('ORGANIZATION_UNPAID', TITLE);
}
