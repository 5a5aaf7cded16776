import { formatPosition, type LogPosition } from '../message.js';

/** What a seal knows of one event: which it is, and a SHA-256 over all columns as they lie in the log, ciphertext included. */
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

/** The part of a pool these reads need. */
export interface Queryable {
  query<Row extends object>(query: { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }>;
}

interface PlaceRow {
  epoch: number;
  transaction_id: string;
  position: string;
}

interface DigestRow extends PlaceRow {
  event_id: string;
  stream: string;
  version: number;
  digest: Buffer;
}

const ID_BYTES = 16;
const HASH_BYTES = 8;
export const ENTRY_BYTES = ID_BYTES + HASH_BYTES;

/**
 * Hashed by the database, which has the bytes at hand: reading the rows to hash them here would cost a third of an append.
 * The binary form of a row has every column's length in it, so no two different rows give the same bytes.
 */
const DIGEST = `sha256(record_send(row(e.epoch, e.transaction_id, e.position, e.stream, e.version, e.event_id, e.type,
  e.data, e.metadata, e.recorded_at)))`;

const COLUMNS = `e.event_id, e.stream, e.version, e.epoch, e.transaction_id, e.position, ${DIGEST} as digest`;
const COLUMNS_AS_TEXT = COLUMNS.replace('transaction_id,', 'transaction_id::text,').replace(
  'position,',
  'position::text,',
);
const PLACE = '(e.epoch, e.transaction_id, e.position)';
const AFTER = `${PLACE} > ($1::integer, $2::xid8, $3::bigint)`;
const UNTIL = `${PLACE} <= ($4::integer, $5::xid8, $6::bigint)`;
const IN_LOG_ORDER = 'order by e.epoch, e.transaction_id, e.position';
/** What no late commit can come before any more, as `log-subscription.ts` reads it. */
const SETTLED = `(e.epoch < (select max(epoch) from log.epochs)
  or e.transaction_id < (select pg_snapshot_xmin(pg_current_snapshot())))`;

/** The aggregates take the events in the order they come in; sorting them once more would be a third of the work. */
const digestRun = (events: string): string => `
  with run as materialized (${events})
  select count(*)::integer as events,
         (select json_build_array(epoch, transaction_id::text, position::text) from run e ${IN_LOG_ORDER} limit 1) as first,
         (select json_build_array(epoch, transaction_id::text, position::text) from run e
          order by epoch desc, transaction_id desc, position desc limit 1) as last,
         string_agg(uuid_send(event_id) || substr(digest, 1, ${HASH_BYTES}), '') as entries,
         sha256(string_agg(digest, '')) as digest
  from run e`;

/** How many settled events lie behind a place, counted up to `limit`. */
export async function countSettled(pool: Queryable, after: LogPosition, limit: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'count-settled',
    text: `select count(*)::integer from (select from log.events e where ${AFTER} and ${SETTLED} limit $4) as settled`,
    values: [...valuesOf(after), limit],
  });
  return rows[0]!.count;
}

/** The next settled events behind a place, at most `limit`; null when there are none. */
export function digestSettled(pool: Queryable, after: LogPosition, limit: number): Promise<RunDigest | null> {
  const events = `select ${COLUMNS} from log.events e where ${AFTER} and ${SETTLED} ${IN_LOG_ORDER} limit $4`;
  return readRun(pool, 'digest-settled', events, [...valuesOf(after), limit]);
}

/** Everything that lies behind one place up to and with another; null when nothing does. */
export function digestBetween(pool: Queryable, after: LogPosition, until: LogPosition): Promise<RunDigest | null> {
  const events = `select ${COLUMNS} from log.events e where ${AFTER} and ${UNTIL} ${IN_LOG_ORDER}`;
  return readRun(pool, 'digest-between', events, [...valuesOf(after), ...valuesOf(until)]);
}

/** The events of {@link digestBetween}, one by one. */
export async function digestsBetween(pool: Queryable, after: LogPosition, until: LogPosition): Promise<EventDigest[]> {
  const { rows } = await pool.query<DigestRow>({
    name: 'digests-between',
    text: `select ${COLUMNS_AS_TEXT} from log.events e where ${AFTER} and ${UNTIL} ${IN_LOG_ORDER}`,
    values: [...valuesOf(after), ...valuesOf(until)],
  });
  return rows.map(toDigest);
}

/** How many events lie behind a place, settled or not. */
export async function countAfter(pool: Queryable, after: LogPosition): Promise<number> {
  const { rows } = await pool.query<{ count: string }>({
    name: 'count-after',
    text: `select count(*) from log.events e where ${AFTER}`,
    values: valuesOf(after),
  });
  return Number(rows[0]!.count);
}

/** An event by its id, wherever it lies. */
export async function digestOf(pool: Queryable, eventId: string): Promise<EventDigest | null> {
  const { rows } = await pool.query<DigestRow>({
    name: 'digest-of',
    text: `select ${COLUMNS_AS_TEXT} from log.events e where e.event_id = $1`,
    values: [eventId],
  });
  return rows[0] ? toDigest(rows[0]) : null;
}

/** An event as an operator finds it again. */
export const nameOf = ({ eventId, stream, version, position }: EventDigest): string =>
  `event ${eventId} (${stream}, version ${version}, at ${formatPosition(position)})`;

async function readRun(pool: Queryable, name: string, events: string, values: unknown[]): Promise<RunDigest | null> {
  type Place = [number, string, string];
  interface Row {
    events: number;
    first: Place;
    last: Place;
    entries: Buffer;
    digest: Buffer;
  }
  const { rows } = await pool.query<Row>({ name, text: digestRun(events), values });
  const { first, last, ...run } = rows[0]!;
  if (run.events === 0) return null;
  const toPosition = ([epoch, transaction_id, position]: Place) => positionOf({ epoch, transaction_id, position });
  return { ...run, first: toPosition(first), last: toPosition(last) };
}

const valuesOf = ({ epoch, transactionId, position }: LogPosition): unknown[] => [
  epoch,
  transactionId.toString(),
  position.toString(),
];

const positionOf = (row: PlaceRow): LogPosition => ({
  epoch: row.epoch,
  transactionId: BigInt(row.transaction_id),
  position: BigInt(row.position),
});

const toDigest = (row: DigestRow): EventDigest => ({
  eventId: row.event_id,
  stream: row.stream,
  version: row.version,
  position: positionOf(row),
  digest: row.digest,
});
