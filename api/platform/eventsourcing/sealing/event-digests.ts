import { formatPosition, type LogPosition } from '../message.js';

/** What a seal knows of one event: which it is, and a SHA-256 over all columns as they lie in the log, ciphertext included. */
export interface EventDigest {
  readonly eventId: string;
  readonly stream: string;
  readonly version: number;
  readonly position: LogPosition;
  readonly digest: Buffer;
}

/** The part of a pool these reads need. */
export interface Queryable {
  query<Row extends object>(query: { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }>;
}

interface DigestRow {
  event_id: string;
  stream: string;
  version: number;
  epoch: number;
  transaction_id: string;
  position: string;
  digest: Buffer;
}

/**
 * Hashed by the database, which has the bytes at hand. JSON text holds no line break and the type comes with its length, so
 * no two different rows give the same text; `recorded_at` in microseconds, whatever time zone a session has.
 */
const DIGEST = `sha256(convert_to(concat_ws(E'\\n', e.epoch, e.transaction_id, e.position, e.version, e.event_id,
  (extract(epoch from e.recorded_at) * 1000000)::bigint, e.data, e.metadata, length(e.type), e.type, e.stream), 'UTF8'))`;

const COLUMNS = `e.event_id, e.stream, e.version, e.epoch, e.transaction_id::text, e.position::text, ${DIGEST} as digest`;
const PLACE = '(e.epoch, e.transaction_id, e.position)';
const IN_LOG_ORDER = 'order by e.epoch, e.transaction_id, e.position';

/** The next events of the log that no late commit can come before any more, as `log-subscription.ts` reads them. */
export async function settledDigests(pool: Queryable, after: LogPosition, limit: number): Promise<EventDigest[]> {
  const { rows } = await pool.query<DigestRow>({
    name: 'settled-digests',
    text: `select ${COLUMNS} from log.events e
           where ${PLACE} > ($1::integer, $2::xid8, $3::bigint)
             and (e.epoch < (select max(epoch) from log.epochs)
                  or e.transaction_id < pg_snapshot_xmin(pg_current_snapshot()))
           ${IN_LOG_ORDER} limit $4`,
    values: [...valuesOf(after), limit],
  });
  return rows.map(toDigest);
}

/** Everything that lies in the log after one place, up to and with another. */
export async function digestsBetween(pool: Queryable, after: LogPosition, until: LogPosition): Promise<EventDigest[]> {
  const { rows } = await pool.query<DigestRow>({
    name: 'digests-between',
    text: `select ${COLUMNS} from log.events e
           where ${PLACE} > ($1::integer, $2::xid8, $3::bigint) and ${PLACE} <= ($4::integer, $5::xid8, $6::bigint)
           ${IN_LOG_ORDER}`,
    values: [...valuesOf(after), ...valuesOf(until)],
  });
  return rows.map(toDigest);
}

/** How many events lie behind a place. */
export async function countAfter(pool: Queryable, after: LogPosition): Promise<number> {
  const { rows } = await pool.query<{ count: string }>({
    name: 'count-after',
    text: `select count(*) from log.events e where ${PLACE} > ($1::integer, $2::xid8, $3::bigint)`,
    values: valuesOf(after),
  });
  return Number(rows[0]!.count);
}

/** An event by its id, wherever it lies. */
export async function digestOf(pool: Queryable, eventId: string): Promise<EventDigest | null> {
  const { rows } = await pool.query<DigestRow>({
    name: 'digest-of',
    text: `select ${COLUMNS} from log.events e where e.event_id = $1`,
    values: [eventId],
  });
  return rows[0] ? toDigest(rows[0]) : null;
}

/** An event as an operator finds it again. */
export const nameOf = ({ eventId, stream, version, position }: EventDigest): string =>
  `event ${eventId} (${stream}, version ${version}, at ${formatPosition(position)})`;

const valuesOf = ({ epoch, transactionId, position }: LogPosition): unknown[] => [
  epoch,
  transactionId.toString(),
  position.toString(),
];

const toDigest = (row: DigestRow): EventDigest => ({
  eventId: row.event_id,
  stream: row.stream,
  version: row.version,
  position: { epoch: row.epoch, transactionId: BigInt(row.transaction_id), position: BigInt(row.position) },
  digest: row.digest,
});
