import type { Pool, PoolClient, QueryConfig } from 'pg';
import { onConnection } from '../../database/transaction.js';
import { type AppendResult, type ExpectedVersion, VersionConflict } from '../event-store.js';
import type { EventToAppend } from '../message.js';

/** The append of one caller in a group. */
export interface PendingAppend {
  readonly stream: string;
  readonly expected: ExpectedVersion;
  readonly events: readonly EventToAppend[];
}

/** The outcome of each append of a group, in the group's order. */
export type AppendOutcome = AppendResult | VersionConflict;

interface AppendedRow {
  stream: string;
  version: number;
  event_id: string;
  epoch: number;
  transaction_id: string;
  position: string;
}

const RETURNED = 'stream, version, event_id, epoch, transaction_id::text, position::text';

/** Columns of the events, passed as one JSON text per group. Column arrays cost 50 % more CPU here, because each element is escaped. */
const EVENTS = 'stream text, nth integer, event_id uuid, type text, data jsonb, metadata jsonb';

/**
 * Inserts one first event for each stream (every score), ignoring conflicts. A row that is not returned is either a repeat or a
 * conflict; {@link outcomesOf} distinguishes them.
 */
const INSERT_FIRST_EVENTS = `
  insert into log.events (epoch, stream, version, event_id, type, data, metadata)
  select (select log.current_epoch()), e.stream, 0, e.event_id, e.type, e.data, e.metadata
  from json_to_recordset($1) as e (${EVENTS})
  on conflict do nothing
  returning ${RETURNED}`;

/**
 * Appends rows only where the stream's head is the expected version. Plain "on conflict do nothing" would write the second half of
 * a stale append, or accept a version above the head (docs/architecture.md#appends).
 */
const INSERT_AT_HEAD = `
  with at_head as (
    select a.stream, a.expected
    from unnest($1::text[], $2::integer[]) as a (stream, expected)
    where a.expected = coalesce((select max(version) from log.events h where h.stream = a.stream), -1)
  )
  insert into log.events (epoch, stream, version, event_id, type, data, metadata)
  select (select log.current_epoch()), e.stream, at_head.expected + e.nth, e.event_id, e.type, e.data, e.metadata
  from json_to_recordset($3) as e (${EVENTS})
  join at_head on at_head.stream = e.stream
  order by e.stream, e.nth
  returning ${RETURNED}`;

const FIND_BY_EVENT_ID = `select ${RETURNED} from log.events where event_id = any ($1::uuid[])`;

/** Appends single first events, at most one append per stream. Any number of stores may run this concurrently. */
export async function appendFirstEvents(pool: Pool, group: readonly PendingAppend[]): Promise<AppendOutcome[]> {
  return append(pool, group, {
    name: 'append-first-events',
    text: INSERT_FIRST_EVENTS,
    values: [rowsOf(inStreamOrder(group))],
  });
}

/**
 * Appends at an expected version, at most one append per stream.
 * @throws the driver's unique violation when another node was faster; the caller then runs the appends one by one
 */
export async function appendAtHead(pool: Pool, group: readonly PendingAppend[]): Promise<AppendOutcome[]> {
  const sorted = inStreamOrder(group);
  return append(pool, group, {
    name: 'append-at-head',
    text: INSERT_AT_HEAD,
    values: [
      sorted.map(({ stream }) => stream),
      sorted.map(({ expected }) => (expected === 'no-stream' ? -1 : expected)),
      rowsOf(sorted),
    ],
  });
}

const append = (pool: Pool, group: readonly PendingAppend[], statement: QueryConfig): Promise<AppendOutcome[]> =>
  onConnection(pool, async (client) => outcomesOf(client, group, (await client.query<AppendedRow>(statement)).rows));

/** Sorted, so that two nodes that append to the same streams lock them in the same order and cannot deadlock. */
const inStreamOrder = (group: readonly PendingAppend[]): PendingAppend[] =>
  group.toSorted((a, b) => (a.stream < b.stream ? -1 : 1));

/** The value of {@link EVENTS}; `nth` counts from 1 within an append. */
const rowsOf = (group: readonly PendingAppend[]): string =>
  JSON.stringify(
    group.flatMap(({ stream, events }) =>
      events.map(({ eventId, type, data, metadata }, index) => ({
        stream,
        nth: index + 1,
        event_id: eventId,
        type,
        data,
        metadata,
      })),
    ),
  );

async function outcomesOf(
  client: PoolClient,
  group: readonly PendingAppend[],
  inserted: AppendedRow[],
): Promise<AppendOutcome[]> {
  const byEventId = new Map(inserted.map((row) => [row.event_id, row]));
  const written = new Set(byEventId.keys());
  const missing = group.flatMap((append) => append.events).filter((event) => !byEventId.has(event.eventId));
  if (missing.length > 0) {
    const { rows } = await client.query<AppendedRow>(FIND_BY_EVENT_ID, [missing.map((event) => event.eventId)]);
    for (const row of rows) byEventId.set(row.event_id, row);
  }
  return group.map((append) => outcomeOf(append, byEventId, written));
}

/** Returns success when exactly these events have the expected versions in the stream, written now or by an earlier try. */
function outcomeOf(
  { stream, expected, events }: PendingAppend,
  byEventId: ReadonlyMap<string, AppendedRow>,
  written: ReadonlySet<string>,
): AppendOutcome {
  const first = expected === 'no-stream' ? 0 : expected + 1;
  const isUnchanged = events.every((event, index) => {
    const row = byEventId.get(event.eventId);
    return row?.stream === stream && row.version === first + index;
  });
  const last = byEventId.get(events.at(-1)!.eventId);
  if (!isUnchanged || !last) return new VersionConflict(stream, expected);
  return {
    version: last.version,
    position: { epoch: last.epoch, transactionId: BigInt(last.transaction_id), position: BigInt(last.position) },
    repeated: !written.has(last.event_id),
  };
}
