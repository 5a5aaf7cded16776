import type { Pool, PoolClient } from 'pg';
import type { EventStore } from '../event-store.js';
import { comparePositions, LOG_START, type RecordedEvent } from '../message.js';
import type { Projection } from '../projection.js';
import { loadCheckpoint } from './checkpoints.js';
import { readerOf } from './projection-tables.js';
import { PROJECTOR } from './write-batch.js';

/** The result of comparing a table with the log. */
export interface TableVerdict {
  readonly table: string;
  readonly rows: number;
  readonly same: boolean;
}

/**
 * Folds the log up to the live checkpoint into temporary tables and compares every table with the live one. Changes nothing, and
 * the live tables continue to serve.
 */
export async function verifyProjections(
  pool: Pool,
  store: EventStore,
  projections: readonly Projection[],
): Promise<TableVerdict[]> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const until = await loadCheckpoint(client, store, PROJECTOR);
    const parked = await firstParked(client);
    const live = await checksums(client, projections, 'read');
    await client.query('commit');
    await client.query('set search_path = pg_temp');
    for (const projection of projections) await client.query(projection.schema);
    await foldUntil(client, store, projections, parked, until.position);
    const folded = await checksums(client, projections, 'pg_temp');
    return [...live].map(([table, { rows, sum }]) => ({ table, rows, same: folded.get(table)?.sum === sum }));
  } finally {
    // Destroys the connection, which drops the temporary tables.
    client.release(true);
  }
}

async function foldUntil(
  client: PoolClient,
  store: EventStore,
  projections: readonly Projection[],
  parked: ReadonlyMap<string, number>,
  until: RecordedEvent['position'],
): Promise<void> {
  const subscription = store.readAll(LOG_START);
  let sequence = 0;
  for (;;) {
    const events = (await subscription.next(500)).filter((event) => comparePositions(event.position, until) <= 0);
    if (events.length === 0) return;
    const numbered = events.map((event) => ({ ...event, sequence: ++sequence }));
    await client.query('begin');
    for (const projection of projections) {
      const isParked = ({ stream, version }: RecordedEvent): boolean =>
        version >= (parked.get(parkedKey(readerOf(projection), stream)) ?? Infinity);
      const handled = numbered.filter((event) => projection.handles.includes(event.type) && !isParked(event));
      if (handled.length > 0) await projection.apply(client, handled);
    }
    await client.query('commit');
  }
}

const parkedKey = (reader: string, stream: string): string => `${reader} ${stream}`;

/** Returns the first parked version of each stream and projection. The live tables lack these events, so folding skips them. */
async function firstParked(client: PoolClient): Promise<Map<string, number>> {
  const { rows } = await client.query<{ reader: string; stream: string; version: number }>(
    'select reader, stream, min(version) as version from plain.dead_letters group by reader, stream',
  );
  return new Map(rows.map(({ reader, stream, version }) => [parkedKey(reader, stream), version]));
}

/** Returns order-independent checksums: tables with equal rows have equal sums, in any physical order. */
async function checksums(
  client: PoolClient,
  projections: readonly Projection[],
  schema: string,
): Promise<Map<string, { rows: number; sum: string }>> {
  const sums = new Map<string, { rows: number; sum: string }>();
  for (const table of projections.flatMap((projection) => projection.tables)) {
    const { rows } = await client.query<{ rows: number; sum: string }>(
      `select count(*)::integer as rows,
              count(*) || ':' || coalesce(sum(hashtextextended(t::text, 1)::numeric), 0) || ':' ||
              coalesce(sum(hashtextextended(t::text, 2)::numeric), 0) as sum
       from ${schema}.${table} t`,
    );
    sums.set(table, rows[0]!);
  }
  return sums;
}
