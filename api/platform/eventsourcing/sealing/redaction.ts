import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { stringify as formatUuid } from 'uuid';
import type { EventDigest } from './log-digests.js';

/** A signed record that the data of an event was replaced, with the person and the reason. Its digests are those of seals. */
export interface Redaction {
  readonly eventId: string;
  readonly oldDigest: Buffer;
  readonly newDigest: Buffer;
  /** The person whose data was removed. */
  readonly subjectId: string;
  readonly reason: string;
  readonly redactedAt: Date;
  /** Signature with the audit key over all fields above. */
  readonly signature: Buffer;
}

/** Signs a redaction. The prefix makes the signature unusable for anything else that the audit key signs. */
export function signRedaction(key: string, redaction: Omit<Redaction, 'signature'>): Buffer {
  const { eventId, oldDigest, newDigest, subjectId, reason, redactedAt } = redaction;
  const facts = [
    eventId,
    oldDigest.toString('hex'),
    newDigest.toString('hex'),
    subjectId,
    redactedAt.toISOString(),
    reason,
  ];
  return createHmac('sha256', key)
    .update(['ready-room redaction', ...facts].join('\n'))
    .digest();
}

/** Redactions by event, oldest first, and records without a valid signature. */
export interface Redactions {
  readonly genuine: ReadonlyMap<string, readonly Redaction[]>;
  readonly forged: readonly Redaction[];
}

/** Reads the redactions of the log in PostgreSQL and checks each signature. */
export async function loadRedactions(pool: Pick<Pool, 'query'>, keys: readonly string[]): Promise<Redactions> {
  const { rows } = await pool.query<Redaction>(
    `select event_id as "eventId", old_digest as "oldDigest", new_digest as "newDigest", subject_id as "subjectId",
            reason, redacted_at as "redactedAt", signature
     from log.redactions order by redacted_at, event_id`,
  );
  const genuine = new Map<string, Redaction[]>();
  const forged: Redaction[] = [];
  for (const row of rows) {
    if (isSigned(keys, row)) genuine.set(row.eventId, [...(genuine.get(row.eventId) ?? []), row]);
    else forged.push(row);
  }
  return { genuine, forged };
}

const isSigned = (keys: readonly string[], { signature, ...redaction }: Redaction): boolean =>
  keys.some((key) => {
    const expected = signRedaction(key, redaction);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });

/**
 * Returns an event with its sealed digest, if signed redactions lead from the sealed digest to the present one.
 * @param entry the bytes of the digest in the seal's entries
 */
export function originalDigest(event: EventDigest, entry: Buffer, { genuine }: Redactions): EventDigest {
  const records = genuine.get(event.eventId) ?? [];
  let { digest } = event;
  for (let steps = 0; steps <= records.length; steps += 1) {
    if (digest.subarray(0, entry.length).equals(entry)) return { ...event, digest };
    const record = records.find(({ newDigest }) => newDigest.equals(digest));
    if (!record) break;
    digest = record.oldDigest;
  }
  return event;
}

/** Returns the first bytes of each digest in a seal's entries, by event id. */
export function digestsByEvent(entries: readonly Buffer[]): ReadonlyMap<string, Buffer> {
  const ID_BYTES = 16;
  return new Map(entries.map((entry) => [formatUuid(entry.subarray(0, ID_BYTES)), entry.subarray(ID_BYTES)]));
}
