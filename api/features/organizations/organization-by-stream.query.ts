import type { EventStore } from '../../platform/eventsourcing/event-store.js';
import { type Organization, organizationDecider } from './organization.decider.js';
import { type OrganizationEvent, organizationStream } from './organization.events.js';

/** What the log itself says of an organization right now, for what must not rest on a read model; null for none or a deleted one. */
export async function organizationByStream(
  store: EventStore,
  organizationId: string,
): Promise<Exclude<Organization, { status: 'missing' }> | null> {
  const past = await store.readStream(organizationStream(organizationId));
  const organization = past.reduce(
    (state, event) => organizationDecider.evolve(state, event as unknown as OrganizationEvent),
    organizationDecider.initialState,
  );
  return organization.status === 'missing' || organization.status === 'deleted' ? null : organization;
}
