import type { EventStore } from '../../platform/eventsourcing/event-store.js';
import { foldUser } from './user-by-stream.query.js';
import type { KnownUser } from './user.stream.js';

/** What the log itself says of somebody's account right now. */
export type AccountByStream = Pick<KnownUser, 'status' | 'organizationId'>;

/** By the stream, for what must not rest on a read model. Null when there was never such a user. */
export async function accountByStream(store: EventStore, userId: string): Promise<AccountByStream | null> {
  return (await foldUser(store, userId))?.user ?? null;
}
