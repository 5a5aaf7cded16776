import type { LogPosition } from '../message.js';
import { type EventDigest, HASH_BYTES, type LogDigests, type RunDigest } from './log-digests.js';

/** The part of a pool that these reads need. */
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

/** The digests of the log in PostgreSQL. */
export const postgresDigests = (pool: Queryable): LogDigests => ({
  name: () => Promise.resolve('postgres'),
  countSettled: (after, limit) => countSettled(pool, after, limit),
  digestSettled: (after, limit) => digestSettled(pool, after, limit),
  digestBetween: (after, until) => digestBetween(pool, after, until),
  digestsBetween: (after, until) => digestsBetween(pool, after, until),
  countAfter: (after) => countAfter(pool, after),
  digestOf: (eventId) => digestOf(pool, eventId),
});

/**
 * Returns the SQL that hashes an event. Hashing in the database avoids reading the rows here, which would cost a third of an
 * append. The binary form of a row contains the length of every column, so no two different rows have the same bytes.
 * @param data the SQL of the event's data: the stored data, or the data after a redaction
 */
export const eventDigestWith = (
  data: string,
): string => `sha256(record_send(row(e.epoch, e.transaction_id, e.position, e.stream, e.version, e.event_id, e.type,
  ${data}, e.metadata, e.recorded_at)))`;

const DIGEST = eventDigestWith('e.data');

const COLUMNS = `e.event_id, e.stream, e.version, e.epoch, e.transaction_id, e.position, ${DIGEST} as digest`;
const COLUMNS_AS_TEXT = COLUMNS.replace('transaction_id,', 'transaction_id::text,').replace(
  'position,',
  'position::text,',
);
const PLACE = '(e.epoch, e.transaction_id, e.position)';
const AFTER = `${PLACE} > ($1::integer, $2::xid8, $3::bigint)`;
const UNTIL = `${PLACE} <= ($4::integer, $5::xid8, $6::bigint)`;
const IN_LOG_ORDER = 'order by e.epoch, e.transaction_id, e.position';
/** Selects settled events, before which no late commit can appear, as in `log-subscription.ts`. */
const SETTLED = `(e.epoch < (select max(epoch) from log.epochs)
  or e.transaction_id < (select pg_snapshot_xmin(pg_current_snapshot())))`;

/** The aggregates rely on the input order of the events; sorting them again would be a third of the work. */
const digestRun = (events: string): string => `
  with run as materialized (${events})
  select count(*)::integer as events,
         (select json_build_array(epoch, transaction_id::text, position::text) from run e ${IN_LOG_ORDER} limit 1) as first,
         (select json_build_array(epoch, transaction_id::text, position::text) from run e
          order by epoch desc, transaction_id desc, position desc limit 1) as last,
         string_agg(uuid_send(event_id) || substr(digest, 1, ${HASH_BYTES}), '') as entries,
         sha256(string_agg(digest, '')) as digest
  from run e`;

/** Ordered so that the index is used. Without an order, the whole log is scanned to find that there are no new events. */
const COUNT_SETTLED = `
  select count(*)::integer from (
    select from log.events e where ${AFTER} and ${SETTLED} ${IN_LOG_ORDER} limit $4
  ) as settled`;

async function countSettled(pool: Queryable, after: LogPosition, limit: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'count-settled',
    text: COUNT_SETTLED,
    values: [...valuesOf(after), limit],
  });
  return rows[0]!.count;
}

function digestSettled(pool: Queryable, after: LogPosition, limit: number): Promise<RunDigest | null> {
  const events = `select ${COLUMNS} from log.events e where ${AFTER} and ${SETTLED} ${IN_LOG_ORDER} limit $4`;
  return readRun(pool, 'digest-settled', events, [...valuesOf(after), limit]);
}

function digestBetween(pool: Queryable, after: LogPosition, until: LogPosition): Promise<RunDigest | null> {
  const events = `select ${COLUMNS} from log.events e where ${AFTER} and ${UNTIL} ${IN_LOG_ORDER}`;
  return readRun(pool, 'digest-between', events, [...valuesOf(after), ...valuesOf(until)]);
}

async function digestsBetween(pool: Queryable, after: LogPosition, until: LogPosition): Promise<EventDigest[]> {
  const { rows } = await pool.query<DigestRow>({
    name: 'digests-between',
    text: `select ${COLUMNS_AS_TEXT} from log.events e where ${AFTER} and ${UNTIL} ${IN_LOG_ORDER}`,
    values: [...valuesOf(after), ...valuesOf(until)],
  });
  return rows.map(toDigest);
}

async function countAfter(pool: Queryable, after: LogPosition): Promise<number> {
  const { rows } = await pool.query<{ count: string }>({
    name: 'count-after',
    text: `select count(*) from log.events e where ${AFTER}`,
    values: valuesOf(after),
  });
  return Number(rows[0]!.count);
}

async function digestOf(pool: Queryable, eventId: string): Promise<EventDigest | null> {
  const { rows } = await pool.query<DigestRow>({
    name: 'digest-of',
    text: `select ${COLUMNS_AS_TEXT} from log.events e where e.event_id = $1`,
    values: [eventId],
  });
  return rows[0] ? toDigest(rows[0]) : null;
}

async function readRun(pool: Queryable, name: string, events: string, values: unknown[]): Promise<RunDigest | null> {
  type DigestLocation = [number, string, string];
  interface Row {
    events: number;
    first: DigestLocation;
    last: DigestLocation;
    entries: Buffer;
    digest: Buffer;
  }
  const { rows } = await pool.query<Row>({ name, text: digestRun(events), values });
  const { first, last, ...run } = rows[0]!;
  if (run.events === 0) return null;
  const toPosition = ([epoch, transaction_id, position]: DigestLocation) =>
    positionOf({ epoch, transaction_id, position });
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
