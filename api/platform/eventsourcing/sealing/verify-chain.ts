import type { Pool } from 'pg';
import { parse as parseUuid, stringify as formatUuid } from 'uuid';
import { comparePositions, formatPosition, LOG_START, type LogPosition } from '../message.js';
import { ENTRY_BYTES, type EventDigest, type LogDigests, nameOf } from './log-digests.js';
import { CHAIN_START, type ChainEnd, headAfter, isGenuine, type Seal, type SealRow, toSeal } from './seal.js';

const SEALS_AT_ONCE = 20;

/** A head that was noted elsewhere: every seal is also a line in the structured log of that moment. */
export interface NotedHead {
  readonly number: number;
  readonly head: string;
}

/** The chain recomputed. `fault` names the first wrong place; null when the log is as it was sealed. */
export interface ChainVerdict {
  readonly seals: number;
  readonly sealedEvents: number;
  readonly lastSealedAt: Date | null;
  /** Behind the last seal: nothing can be said about these yet. */
  readonly unsealedEvents: number;
  readonly fault: string | null;
  /** Logs of the same engine that are sealed here and are not this one, which begins with another event. */
  readonly formerLogs: readonly FormerLog[];
}

/** A log in KurrentDB is known by its first event: after a copy into another server, or a changed begin, it is another one. */
export interface FormerLog {
  readonly name: string;
  readonly seals: number;
  readonly sealedEvents: number;
  readonly lastSealedAt: Date;
}

/** Recomputes the chain from the log's events up to the first place where they differ from what was sealed. */
export async function verifyChain(
  pool: Pool,
  digests: LogDigests,
  key: string,
  noted?: NotedHead,
): Promise<ChainVerdict> {
  const log = await digests.name();
  let end: ChainEnd & { sealedAt: Date | null } = { ...CHAIN_START, sealedAt: null };
  let fault: string | null = null;
  for (;;) {
    const seals = await sealsAfter(pool, log, end.number);
    for (const seal of seals) {
      fault = await faultOf(digests, key, end, seal, noted);
      if (fault) break;
      end = seal;
    }
    if (fault || seals.length < SEALS_AT_ONCE) break;
  }
  const unsealedEvents = fault ? 0 : await digests.countAfter(end.last);
  if (!fault && noted && noted.number > end.number)
    fault = `Seal ${noted.number} is missing, the chain ends at ${end.number}: it was cut off.`;
  const formerLogs = await formerLogsOf(pool, log);
  return { seals: end.number, sealedEvents: end.total, lastSealedAt: end.sealedAt, unsealedEvents, fault, formerLogs };
}

async function formerLogsOf(pool: Pool, log: string | null): Promise<FormerLog[]> {
  const { rows } = await pool.query<FormerLog>(
    `select log as name, count(*)::integer as seals, max(total)::float8 as "sealedEvents", max(sealed_at) as "lastSealedAt"
     from log.seals where log <> $1 and split_part(log, ' ', 1) = split_part($1, ' ', 1) group by log order by max(sealed_at)`,
    [log],
  );
  return rows;
}

async function sealsAfter(pool: Pool, log: string | null, number: number): Promise<Seal[]> {
  const text = 'select * from log.seals where log = $1 and number > $2 order by number limit $3';
  const { rows } = await pool.query<SealRow>(text, [log, number, SEALS_AT_ONCE]);
  return rows.map(toSeal);
}

async function faultOf(
  digests: LogDigests,
  key: string,
  end: ChainEnd,
  seal: Seal,
  noted: NotedHead | undefined,
): Promise<string | null> {
  if (seal.number !== end.number + 1) return `Seal ${end.number + 1} is missing.`;
  if (!isGenuine(key, seal)) return `Seal ${seal.number} was changed, or made with another AUDIT_KEY.`;
  if (noted?.number === seal.number && noted.head !== seal.head.toString('hex'))
    return `Seal ${seal.number} is not the one that was noted: the chain was made anew from there or before.`;
  const run = await digests.digestBetween(end.last, seal.last);
  if (run && headAfter(end.head, run).equals(seal.head)) return null;
  const range = `Seal ${seal.number} (${formatPosition(seal.first)} to ${formatPosition(seal.last)})`;
  return `${range}: ${await firstDifference(digests, end, seal)}`;
}

/** The first event that is not what was sealed in its place, counted over the whole log. */
async function firstDifference(digests: LogDigests, end: ChainEnd, seal: Seal): Promise<string> {
  const found = await digests.digestsBetween(end.last, seal.last);
  const sealed = entriesOf(seal);
  const length = Math.max(sealed.length, found.length);
  const place = Array.from({ length }, (_, index) => index).find((index) => !isSame(sealed[index], found[index]));
  // The begins of the hashes are the same: a change that was made to fit them.
  if (place === undefined) return 'an event was changed.';
  const expected = sealed[place] && eventIdOfEntry(sealed[place]);
  const actual = found[place];
  const nth = `event number ${end.total + place + 1}`;
  if (expected !== undefined && expected === actual?.eventId) return `${nth} was changed: ${nameOf(actual)}.`;
  if (actual && !sealed.some((entry) => entry.equals(entryOf(actual)))) {
    const isKnown = sealed.some((entry) => eventIdOfEntry(entry) === actual.eventId);
    return `${nth} was ${isKnown ? 'moved here' : 'added after the seal'}: ${nameOf(actual)}.`;
  }
  const before = found[place - 1] ? `behind ${nameOf(found[place - 1]!)}` : behind(end.last);
  const elsewhere = await digests.digestOf(expected!);
  if (elsewhere) return `${nth} was moved away from ${before}: ${nameOf(elsewhere)}.`;
  return `${nth} is missing: event ${expected}, which lay ${before}.`;
}

/** What a seal would keep of this event. */
const entryOf = ({ eventId, digest }: EventDigest): Buffer =>
  Buffer.concat([parseUuid(eventId), digest]).subarray(0, ENTRY_BYTES);

const eventIdOfEntry = (entry: Buffer): string => formatUuid(entry);

const isSame = (entry: Buffer | undefined, event: EventDigest | undefined): boolean =>
  entry !== undefined && event !== undefined && entry.equals(entryOf(event));

const behind = (position: LogPosition): string =>
  comparePositions(position, LOG_START) === 0 ? 'the start of the log' : `behind ${formatPosition(position)}`;

const entriesOf = ({ entries }: Seal): Buffer[] =>
  Array.from({ length: entries.length / ENTRY_BYTES }, (_, index) =>
    entries.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES),
  );
