import type { EventStore } from '../../platform/eventsourcing/event-store.js';
import { comparePositions, type LogPosition, type RecordedEvent } from '../../platform/eventsourcing/message.js';
import { readStreams } from '../../platform/eventsourcing/read-streams.js';
import { type KnownUser, userStream } from './user.stream.js';
import type { UserEvent } from './user.events.js';

/** A user, as recorded in the stream, with the events of that stream. */
export interface UserByStream {
  readonly user: KnownUser;
  readonly past: readonly RecordedEvent[];
}

/** Reads a user from the stream, deleted ones included; null when the user never existed. `until` limits the version of the stream. */
export async function foldUser(store: EventStore, userId: string, until = Infinity): Promise<UserByStream | null> {
  const past = await userStream.of(userId).read(store);
  return fold(past.filter(({ version }) => version <= until));
}

/** Returns a user as of a point in time, by the recording times of events; null before the registration. */
export async function userAt(store: EventStore, userId: string, moment: Date): Promise<KnownUser | null> {
  const past = await userStream.of(userId).read(store);
  return fold(past.filter(({ recordedAt }) => new Date(recordedAt) <= moment))?.user ?? null;
}

/** Returns the users with these ids that existed before a position of the log, or ever, with one read of the log. */
export async function foldUsers(
  store: EventStore,
  userIds: readonly string[],
  before?: LogPosition,
): Promise<KnownUser[]> {
  const streams = await readStreams(
    store,
    userIds.map((userId) => userStream.of(userId)),
  );
  const isPast = ({ position }: RecordedEvent): boolean => !before || comparePositions(position, before) < 0;
  return streams.flatMap((past) => fold(past.filter(isPast))?.user ?? []);
}

function fold(past: readonly RecordedEvent<UserEvent>[]): UserByStream | null {
  const user = userStream.fold(past);
  return user.status === 'missing' ? null : { user, past };
}

/** Reads a user from the stream, for decisions that a stale read model must not affect. Null when unknown or deleted. */
export async function userByStream(store: EventStore, userId: string): Promise<UserByStream | null> {
  const found = await foldUser(store, userId);
  return found?.user.status === 'deleted' ? null : found;
}
