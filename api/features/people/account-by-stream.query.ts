import type { EventStore } from '../../platform/eventsourcing/event-store.js';
import { userDecider } from './user.decider.js';
import { type UserEvent, userStream } from './user.events.js';

/** What the log itself says of somebody's account right now. */
export interface AccountByStream {
  readonly status: 'enabled' | 'disabled' | 'deleted';
  readonly organizationId: string | null;
}

/** By the stream, for what must not rest on a read model. Null when there is no such user. */
export async function accountByStream(store: EventStore, userId: string): Promise<AccountByStream | null> {
  const past = await store.readStream(userStream(userId));
  const user = past.reduce(
    (state, event) => userDecider.evolve(state, event as unknown as UserEvent),
    userDecider.initialState,
  );
  return user.status === 'missing' ? null : { status: user.status, organizationId: user.organizationId };
}
