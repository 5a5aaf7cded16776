import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { parse as parseUuid, stringify as formatUuid } from 'uuid';
import { comparePositions, formatPosition, LOG_START, type LogPosition } from '../message.js';
import {
  type AcceptedRestore,
  chainEndAfter,
  isGenuineRestore,
  keptUntil,
  loadRestores,
  restoresOf,
} from './accepted-restore.js';
import { ENTRY_BYTES, type EventDigest, type LogDigests, nameOf } from './log-digests.js';
import { originalDigest, digestsByEvent, loadRedactions, type Redaction, type Redactions } from './redaction.js';
import { CHAIN_START, type ChainEnd, headAfter, isGenuine, type Seal, type SealRow, toSeal } from './seal.js';

const SEALS_AT_ONCE = 20;

/** Result of verifying the chain. `fault` describes the first difference; null when the log is as it was sealed. */
export interface ChainVerdict {
  /** Name of the log, as in {@link LogDigests.name}; null while it is empty. */
  readonly log: string | null;
  readonly seals: number;
  readonly sealedEvents: number;
  readonly lastSealedAt: Date | null;
  /** Events after the last seal, which cannot be verified yet. */
  readonly unsealedEvents: number;
  readonly fault: string | null;
  /** Signed redactions of the log in PostgreSQL, oldest first. The redacted events are accepted. */
  readonly redactions: readonly Redaction[];
  /** Restores of this log to an older state that an operator accepted, oldest first. The events that it lost are accepted. */
  readonly restores: readonly AcceptedRestore[];
  /** Other logs of the same engine with seals in this database. Their first event differs. */
  readonly formerLogs: readonly FormerLog[];
}

/** An earlier log in KurrentDB. A log is identified by its first event, so a copy to another server, or a changed start, is another log. */
export interface FormerLog {
  readonly name: string;
  readonly seals: number;
  readonly sealedEvents: number;
  readonly lastSealedAt: Date;
}

/** Inputs of the verification. */
interface Proof {
  readonly digests: LogDigests;
  /** Audit keys, newest first. A seal keeps the signature of the key at its time. */
  readonly keys: readonly string[];
  readonly redactions: Redactions;
  readonly restores: readonly AcceptedRestore[];
}

/** Recomputes the chain from the events of the log, up to the first difference from the seals. */
export async function verifyChain(pool: Pool, digests: LogDigests, keys: readonly string[]): Promise<ChainVerdict> {
  const log = await digests.name();
  const redactions = await redactionsOf(pool, log, keys);
  const restores = restoresOf(await loadRestores(pool), log);
  const proof = { digests, keys, redactions, restores };
  let end: ChainEnd & { sealedAt: Date | null } = { ...chainEndAfter(CHAIN_START, restores), sealedAt: null };
  let fault: string | null = null;
  for (;;) {
    const seals = await sealsAfter(pool, log, end.number);
    for (const seal of seals) {
      fault = await faultOf(proof, end, seal);
      if (fault) break;
      end = { ...chainEndAfter(keptPart(seal, restores), restores), sealedAt: seal.sealedAt };
    }
    if (fault || seals.length < SEALS_AT_ONCE) break;
  }
  const unsealedEvents = fault ? 0 : await digests.countAfter(end.last);
  const [forged] = redactions.forged;
  if (!fault && forged)
    fault = `The record that event ${forged.eventId} was redacted is not signed with any AUDIT_KEY of this platform.`;
  const forgedRestore = restores.find((restore) => !isGenuineRestore(keys, restore));
  if (!fault && forgedRestore)
    fault = `The record of the restore on ${forgedRestore.acceptedAt.toISOString()} is not signed with any AUDIT_KEY of this platform.`;
  const formerLogs = await formerLogsOf(pool, log);
  return {
    log,
    seals: end.number,
    sealedEvents: end.total,
    lastSealedAt: end.sealedAt,
    unsealedEvents,
    fault,
    redactions: [...redactions.genuine.values()].flat(),
    restores,
    formerLogs,
  };
}

/** Only events in PostgreSQL can be redacted. */
async function redactionsOf(pool: Pool, log: string | null, keys: readonly string[]): Promise<Redactions> {
  return log === 'postgres' ? loadRedactions(pool, keys) : { genuine: new Map(), forged: [] };
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

async function faultOf(proof: Proof, end: ChainEnd, seal: Seal): Promise<string | null> {
  const { digests, keys, restores } = proof;
  if (seal.number !== end.number + 1) return `Seal ${end.number + 1} is missing.`;
  if (!isGenuine(keys, seal)) return `Seal ${seal.number} was changed, or signed with another AUDIT_KEY.`;
  const kept = keptUntil(seal, restores);
  if (kept) return faultOfKeptPart(digests, end, seal, kept);
  const run = await digests.digestBetween(end.last, seal.last);
  if (run && headAfter(end.head, run).equals(seal.head)) return null;
  const found = await eventsAsSealed(proof, end, seal);
  if (headAfter(end.head, { digest: digestOf(found) }).equals(seal.head)) return null;
  return `${rangeOf(seal)}: ${await firstDifference(digests, end, entriesOf(seal), found)}`;
}

const rangeOf = ({ number, first, last }: Seal): string =>
  `Seal ${number} (${formatPosition(first)} to ${formatPosition(last)})`;

/** Returns a seal as the end of the chain, with the last of its events that the log has kept. */
const keptPart = (seal: Seal, restores: readonly AcceptedRestore[]): ChainEnd => ({
  ...seal,
  last: keptUntil(seal, restores)?.position ?? seal.last,
});

/**
 * Compares the events that a log has kept with the entries of their seal. The rest of the seal cannot be compared, because its
 * events are lost.
 */
async function faultOfKeptPart(
  digests: LogDigests,
  end: ChainEnd,
  seal: Seal,
  kept: AcceptedRestore,
): Promise<string | null> {
  const entries = entriesOf(seal);
  const sealed = entries.slice(0, entries.findIndex((entry) => eventIdOfEntry(entry) === kept.id) + 1);
  const found = await digests.digestsBetween(end.last, kept.position);
  if (sealed.length === found.length && sealed.every((entry, index) => isSame(entry, found[index]))) return null;
  return `${rangeOf(seal)}: ${await firstDifference(digests, end, sealed, found)}`;
}

/** Returns the events in the seal's range; redacted events have their previous digest. */
async function eventsAsSealed({ digests, redactions }: Proof, end: ChainEnd, seal: Seal): Promise<EventDigest[]> {
  const found = await digests.digestsBetween(end.last, seal.last);
  const sealed = digestsByEvent(entriesOf(seal));
  return found.map((event) => {
    const entry = sealed.get(event.eventId);
    return entry ? originalDigest(event, entry, redactions) : event;
  });
}

/** Returns the digest of a run, as {@link LogDigests.digestBetween} does. */
const digestOf = (events: readonly EventDigest[]): Buffer =>
  createHash('sha256')
    .update(Buffer.concat(events.map(({ digest }) => digest)))
    .digest();

/** Describes the first event that differs from the sealed one, numbered over the whole log. */
async function firstDifference(
  digests: LogDigests,
  end: ChainEnd,
  sealed: readonly Buffer[],
  found: readonly EventDigest[],
): Promise<string> {
  const length = Math.max(sealed.length, found.length);
  const index = Array.from({ length }, (_, index) => index).find((index) => !isSame(sealed[index], found[index]));
  // All entries match, so a changed event has the same first bytes of its hash.
  if (index === undefined) return 'an event was changed.';
  const expected = sealed[index] && eventIdOfEntry(sealed[index]);
  const actual = found[index];
  const nth = `event number ${end.total + index + 1}`;
  if (expected !== undefined && expected === actual?.eventId) return `${nth} was changed: ${nameOf(actual)}.`;
  if (actual && !sealed.some((entry) => entry.equals(entryOf(actual)))) {
    const isKnown = sealed.some((entry) => eventIdOfEntry(entry) === actual.eventId);
    return `${nth} was ${isKnown ? 'moved here' : 'added after the seal'}: ${nameOf(actual)}.`;
  }
  const before = found[index - 1] ? `after ${nameOf(found[index - 1]!)}` : locationAfter(end.last);
  const elsewhere = await digests.digestOf(expected!);
  if (elsewhere) return `${nth} was moved from its place ${before}: ${nameOf(elsewhere)}.`;
  return `${nth} is missing: event ${expected}, which was ${before}.`;
}

/** Returns the entry of an event in a seal. */
const entryOf = ({ eventId, digest }: EventDigest): Buffer =>
  Buffer.concat([parseUuid(eventId), digest]).subarray(0, ENTRY_BYTES);

const eventIdOfEntry = (entry: Buffer): string => formatUuid(entry);

const isSame = (entry: Buffer | undefined, event: EventDigest | undefined): boolean =>
  entry !== undefined && event !== undefined && entry.equals(entryOf(event));

const locationAfter = (position: LogPosition): string =>
  comparePositions(position, LOG_START) === 0 ? 'at the start of the log' : `after ${formatPosition(position)}`;

const entriesOf = ({ entries }: Seal): Buffer[] =>
  Array.from({ length: entries.length / ENTRY_BYTES }, (_, index) =>
    entries.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES),
  );
