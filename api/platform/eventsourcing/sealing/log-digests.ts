import { formatPosition, type LogPosition } from '../message.js';

/** What a seal knows of one event: which it is, and a SHA-256 over all of it as it lies in the log, ciphertext included. */
export interface EventDigest {
  readonly eventId: string;
  readonly stream: string;
  readonly version: number;
  readonly position: LogPosition;
  readonly digest: Buffer;
}

/** A run of events, digested: what a seal is made of. */
export interface RunDigest {
  readonly events: number;
  readonly first: LogPosition;
  readonly last: LogPosition;
  /** {@link ENTRY_BYTES} an event, in log order: which it is, and the begin of its digest. */
  readonly entries: Buffer;
  /** SHA-256 over the digests of all events, in log order. */
  readonly digest: Buffer;
}

/** Of an event's digest this much is kept in a seal's entries. */
export const HASH_BYTES = 8;
const ID_BYTES = 16;
export const ENTRY_BYTES = ID_BYTES + HASH_BYTES;

/** What seals are made of and checked against. "Settled" is what no event can come before any more. */
export interface LogDigests {
  /** Tells this log from any other, so that each has a chain of its own; null while it is empty. */
  name(): Promise<string | null>;
  /** How many settled events lie behind a place, counted up to `limit`. */
  countSettled(after: LogPosition, limit: number): Promise<number>;
  /** The next settled events behind a place, at most `limit`; null when there are none. */
  digestSettled(after: LogPosition, limit: number): Promise<RunDigest | null>;
  /** Everything that lies behind one place up to and with another; null when nothing does. */
  digestBetween(after: LogPosition, until: LogPosition): Promise<RunDigest | null>;
  /** The events of {@link digestBetween}, one by one. */
  digestsBetween(after: LogPosition, until: LogPosition): Promise<readonly EventDigest[]>;
  /** How many events lie behind a place, settled or not. */
  countAfter(after: LogPosition): Promise<number>;
  /** An event by its id, wherever it lies. */
  digestOf(eventId: string): Promise<EventDigest | null>;
}

/** An event as an operator finds it again. */
export const nameOf = ({ eventId, stream, version, position }: EventDigest): string =>
  `event ${eventId} (${stream}, version ${version}, at ${formatPosition(position)})`;
