import type { EventStore } from '../../platform/eventsourcing/event-store.js';
import { foldUser } from './user-by-stream.query.js';
import type { KnownUser } from './user.stream.js';

/** Status and organization of an account, as recorded in its stream. */
export type AccountByStream = Pick<KnownUser, 'status' | 'organizationId'>;

/** Reads an account from its stream, for decisions that a stale read model must not affect. Null when the user never existed. */
export async function accountByStream(store: EventStore, userId: string): Promise<AccountByStream | null> {
  return (await foldUser(store, userId))?.user ?? null;
}
