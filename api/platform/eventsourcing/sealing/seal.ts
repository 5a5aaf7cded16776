import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { stringify as formatUuid } from 'uuid';
import { formatPosition, LOG_START, type LogPosition, parsePosition } from '../message.js';
import { ENTRY_BYTES, type RunDigest } from './log-digests.js';

/** One link of the chain over the log: the events between two positions when they were sealed. */
export interface Seal {
  readonly number: number;
  readonly first: LogPosition;
  readonly last: LogPosition;
  readonly events: number;
  /** Number of events in the log up to this seal. */
  readonly total: number;
  /** As in {@link RunDigest}. The chain proves that an event differs, and the entries identify which one. */
  readonly entries: Buffer;
  /** The hash of the chain after the last event. */
  readonly head: Buffer;
  readonly leaderEpoch: bigint;
  readonly sealedAt: Date;
  /** Signature with the audit key over all fields above. */
  readonly signature: Buffer;
}

/** The end of the chain. The first seal continues from {@link CHAIN_START}. */
export type ChainEnd = Pick<Seal, 'number' | 'last' | 'total' | 'head'>;

export const CHAIN_START: ChainEnd = { number: 0, last: LOG_START, total: 0, head: Buffer.alloc(32) };

/** Returns the hash of the chain after a run of events. It covers all earlier events. */
export const headAfter = (head: Buffer, { digest }: Pick<RunDigest, 'digest'>): Buffer =>
  createHash('sha256').update(head).update(digest).digest();

/** Makes the seal of a run of events that continues from the end of the chain. */
export function makeSeal(
  key: string,
  end: ChainEnd,
  run: RunDigest,
  { leaderEpoch, now: sealedAt }: { leaderEpoch: bigint; now: Date },
): Seal {
  const { events, first, last, entries } = run;
  const total = end.total + events;
  const head = headAfter(end.head, run);
  const unsigned = { number: end.number + 1, first, last, events, total, entries, head, leaderEpoch, sealedAt };
  return { ...unsigned, signature: sign(key, unsigned) };
}

/** Returns the newest event that a seal covers, with the id under which the log stores it. */
export const lastEventOf = ({ last, total, entries }: Seal): { position: LogPosition; id: string; total: number } => ({
  position: last,
  id: formatUuid(entries.subarray(-ENTRY_BYTES), 0),
  total,
});

/** Returns whether the seal was made with one of these keys and has not changed since. */
export const isGenuine = (keys: readonly string[], { signature, ...seal }: Seal): boolean =>
  signature.length === HMAC_BYTES && keys.some((key) => timingSafeEqual(signature, sign(key, seal)));

const HMAC_BYTES = 32;

function sign(key: string, seal: Omit<Seal, 'signature'>): Buffer {
  const facts = [
    seal.number,
    formatPosition(seal.first),
    formatPosition(seal.last),
    seal.events,
    seal.total,
    createHash('sha256').update(seal.entries).digest('hex'),
    seal.head.toString('hex'),
    seal.leaderEpoch.toString(),
    seal.sealedAt.toISOString(),
  ];
  return createHmac('sha256', key).update(facts.join('\n')).digest();
}

/** A row of `log.seals`. */
export interface SealRow {
  number: string;
  first_position: string;
  last_position: string;
  events: number;
  total: string;
  entries: Buffer;
  head: Buffer;
  leader_epoch: string;
  sealed_at: Date;
  signature: Buffer;
}

/** Reads a malformed position as the start of the log, so that the signature does not match. */
export const toSeal = (row: SealRow): Seal => ({
  number: Number(row.number),
  first: parsePosition(row.first_position) ?? LOG_START,
  last: parsePosition(row.last_position) ?? LOG_START,
  events: row.events,
  total: Number(row.total),
  entries: row.entries,
  head: row.head,
  leaderEpoch: BigInt(row.leader_epoch),
  sealedAt: row.sealed_at,
  signature: row.signature,
});
