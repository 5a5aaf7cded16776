import type { EventStore } from '../../platform/eventsourcing/event-store.js';
import { type OrganizationState, organizationStream } from './organization.stream.js';

type KnownOrganization = Exclude<OrganizationState, { status: 'missing' }>;

/** Reads an organization from its stream, for decisions that a stale read model must not affect. Null when unknown or deleted. */
export async function organizationByStream(
  store: EventStore,
  organizationId: string,
): Promise<KnownOrganization | null> {
  const organization = await organizationStream.of(organizationId).state(store);
  return organization.status === 'missing' || organization.status === 'deleted' ? null : organization;
}

/** Returns an organization as of a point in time, by the recording times of events; null before it was created. */
export async function organizationAt(
  store: EventStore,
  organizationId: string,
  moment: Date,
): Promise<KnownOrganization | null> {
  const past = await organizationStream.of(organizationId).read(store);
  const organization = organizationStream.fold(past.filter(({ recordedAt }) => new Date(recordedAt) <= moment));
  return organization.status === 'missing' ? null : organization;
}
