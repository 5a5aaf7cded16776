import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { comparePositions, formatPosition, LOG_START, type LogPosition, parsePosition } from '../message.js';
import type { ChainEnd } from './seal.js';

/**
 * A signed record that the operator accepted an older state of the log. Seals of before may cover events that the log has lost, and
 * the chain continues from the record.
 */
export interface AcceptedRestore {
  readonly number: number;
  /** Name of the log, as in `LogDigests.name`. */
  readonly log: string;
  /** Number of the newest seal at that time; 0 when there was none. */
  readonly afterSeal: number;
  /** The newest event that the log has kept, and the id under which it is stored. An epoch of positions ends here. */
  readonly position: LogPosition;
  readonly id: string;
  readonly recordedAt: Date;
  /** Number of events that the log has kept, and of those that this database knew and the log has lost. */
  readonly kept: number;
  readonly lost: number;
  /** The last sign of a lost event. */
  readonly lostUntil: Date;
  readonly acceptedAt: Date;
  /** The hash of the chain after the record. */
  readonly head: Buffer;
  /** Signature with the audit key over all fields above. */
  readonly signature: Buffer;
}

/** Signs the record of a restore that follows the newest seal `end`. */
export function makeRestore(
  key: string,
  end: ChainEnd,
  restore: Omit<AcceptedRestore, 'afterSeal' | 'head' | 'signature'>,
): AcceptedRestore {
  const bound = { ...restore, afterSeal: end.number };
  const unsigned = { ...bound, head: headAfterRestore(end.head, bound) };
  return { ...unsigned, signature: sign(key, unsigned) };
}

/** Returns whether the record was made with one of these keys and has not changed since. */
export const isGenuineRestore = (keys: readonly string[], { signature, ...restore }: AcceptedRestore): boolean =>
  keys.some((key) => {
    const expected = sign(key, restore);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });

type Facts = Omit<AcceptedRestore, 'head' | 'signature'>;

const factsOf = (restore: Facts): string[] => [
  String(restore.number),
  restore.log,
  String(restore.afterSeal),
  formatPosition(restore.position),
  restore.id,
  restore.recordedAt.toISOString(),
  String(restore.kept),
  String(restore.lost),
  restore.lostUntil.toISOString(),
  restore.acceptedAt.toISOString(),
];

const headAfterRestore = (head: Buffer, restore: Facts): Buffer =>
  createHash('sha256').update(head).update(factsOf(restore).join('\n')).digest();

/** The prefix makes the signature unusable for anything else that the audit key signs. */
const sign = (key: string, restore: Omit<AcceptedRestore, 'signature'>): Buffer =>
  createHmac('sha256', key)
    .update(['ready-room accepted restore', ...factsOf(restore), restore.head.toString('hex')].join('\n'))
    .digest();

/** Returns the restores of one log, oldest first. */
export const restoresOf = (restores: readonly AcceptedRestore[], log: string | null): AcceptedRestore[] =>
  restores.filter((restore) => restore.log === log);

/**
 * Returns the end of the chain after a seal and the restores that were accepted before the next one. The next seal covers the kept
 * events that are not sealed yet.
 */
export const chainEndAfter = (end: ChainEnd, restores: readonly AcceptedRestore[]): ChainEnd =>
  restores
    .filter(({ afterSeal }) => afterSeal === end.number)
    .reduce(
      ({ number, last, total }, { position, kept, head }) => ({
        number,
        last: comparePositions(last, position) < 0 ? last : position,
        total: Math.min(total, kept),
        head,
      }),
      end,
    );

/** Returns the newest event that a log kept of those a seal covers; undefined when nothing was lost since. */
export function keptUntil(seal: ChainEnd, restores: readonly AcceptedRestore[]): AcceptedRestore | undefined {
  const [cut] = restores
    .filter(({ afterSeal, position }) => afterSeal >= seal.number && comparePositions(position, seal.last) < 0)
    .toSorted((a, b) => comparePositions(a.position, b.position));
  return cut;
}

interface RestoreRow {
  number: number;
  log: string;
  after_seal: string;
  last_position: string;
  last_event_id: string;
  last_recorded_at: Date;
  kept: string;
  lost: string;
  lost_until: Date;
  accepted_at: Date;
  head: Buffer;
  signature: Buffer;
}

/** Reads all accepted restores, oldest first. */
export async function loadRestores(pool: Pick<Pool, 'query'>): Promise<AcceptedRestore[]> {
  const { rows } = await pool.query<RestoreRow>('select * from log.accepted_restores order by number');
  return rows.map((row) => ({
    number: row.number,
    log: row.log,
    afterSeal: Number(row.after_seal),
    position: parsePosition(row.last_position) ?? LOG_START,
    id: row.last_event_id,
    recordedAt: row.last_recorded_at,
    kept: Number(row.kept),
    lost: Number(row.lost),
    lostUntil: row.lost_until,
    acceptedAt: row.accepted_at,
    head: row.head,
    signature: row.signature,
  }));
}

/** Stores the record of a restore. Fails when another one was stored meanwhile. */
export async function storeRestore(client: Pick<Pool, 'query'>, restore: AcceptedRestore): Promise<void> {
  await client.query(
    `insert into log.accepted_restores (number, log, after_seal, last_position, last_event_id, last_recorded_at, kept, lost,
                                        lost_until, accepted_at, head, signature)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      restore.number,
      restore.log,
      restore.afterSeal,
      formatPosition(restore.position),
      restore.id,
      restore.recordedAt,
      restore.kept,
      restore.lost,
      restore.lostUntil,
      restore.acceptedAt,
      restore.head,
      restore.signature,
    ],
  );
}
