import { formatPosition, type LogPosition } from '../message.js';

/** The identity of one event, and a SHA-256 over all its stored bytes, including ciphertext. */
export interface EventDigest {
  readonly eventId: string;
  readonly stream: string;
  readonly version: number;
  readonly position: LogPosition;
  readonly digest: Buffer;
}

/** The digests of a run of events, from which a seal is made. */
export interface RunDigest {
  readonly events: number;
  readonly first: LogPosition;
  readonly last: LogPosition;
  /** {@link ENTRY_BYTES} for each event, in log order: its id and the first bytes of its digest. */
  readonly entries: Buffer;
  /** SHA-256 over the digests of all events, in log order. */
  readonly digest: Buffer;
}

/** Number of bytes of an event's digest in the entries of a seal. */
export const HASH_BYTES = 8;
const ID_BYTES = 16;
export const ENTRY_BYTES = ID_BYTES + HASH_BYTES;

/** The digests from which seals are made and verified. An event is settled when no other event can appear before it any more. */
export interface LogDigests {
  /** Returns the name of the log, unique because each log has its own chain; null while it is empty. */
  name(): Promise<string | null>;
  /** Counts the settled events after a position, up to `limit`. */
  countSettled(after: LogPosition, limit: number): Promise<number>;
  /** Digests the next settled events after a position, up to `limit`; null when there are none. */
  digestSettled(after: LogPosition, limit: number): Promise<RunDigest | null>;
  /** Digests all events after one position, up to and including another; null when there are none. */
  digestBetween(after: LogPosition, until: LogPosition): Promise<RunDigest | null>;
  /** Returns the digests of the events of {@link digestBetween}. */
  digestsBetween(after: LogPosition, until: LogPosition): Promise<readonly EventDigest[]>;
  /** Counts all events after a position, settled or not. */
  countAfter(after: LogPosition): Promise<number>;
  /** Returns the digest of an event at any position; null when the log does not have it. */
  digestOf(eventId: string): Promise<EventDigest | null>;
}

/** Describes an event so that an operator can find it. */
export const nameOf = ({ eventId, stream, version, position }: EventDigest): string =>
  `event ${eventId} (${stream}, version ${version}, at ${formatPosition(position)})`;
