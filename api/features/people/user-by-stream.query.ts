import type { EventStore } from '../../platform/eventsourcing/event-store.js';
import type { RecordedEvent } from '../../platform/eventsourcing/message.js';
import { readStreams } from '../../platform/eventsourcing/read-streams.js';
import { type KnownUser, userStream } from './user.stream.js';
import type { UserEvent } from './user.events.js';

/** A person as the log itself tells it, with the events it is told by. */
export interface UserByStream {
  readonly user: KnownUser;
  readonly past: readonly RecordedEvent[];
}

/** Null when there was never such a user; who is deleted has that status. With `until` as of that version of the stream. */
export async function foldUser(store: EventStore, userId: string, until = Infinity): Promise<UserByStream | null> {
  const past = await userStream.of(userId).read(store);
  return fold(past.filter(({ version }) => version <= until));
}

/** Returns a person as of a moment, by the times at which the events were recorded; null before the registration. */
export async function userAt(store: EventStore, userId: string, moment: Date): Promise<KnownUser | null> {
  const past = await userStream.of(userId).read(store);
  return fold(past.filter(({ recordedAt }) => new Date(recordedAt) <= moment))?.user ?? null;
}

/** Those of the ids there was ever a user for, with one look at the log. */
export async function foldUsers(store: EventStore, userIds: readonly string[]): Promise<KnownUser[]> {
  const streams = await readStreams(
    store,
    userIds.map((userId) => userStream.of(userId)),
  );
  return streams.flatMap((past) => fold(past)?.user ?? []);
}

function fold(past: readonly RecordedEvent<UserEvent>[]): UserByStream | null {
  const user = userStream.fold(past);
  return user.status === 'missing' ? null : { user, past };
}

/** For what must not rest on a read model. Null when there is no such user, or no more. */
export async function userByStream(store: EventStore, userId: string): Promise<UserByStream | null> {
  const found = await foldUser(store, userId);
  return found?.user.status === 'deleted' ? null : found;
}
