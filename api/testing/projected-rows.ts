import type { Pool, PoolClient } from 'pg';
import { openPool } from '../platform/database/pool.js';
import { createTestDatabase, type TestDatabase } from '../platform/database/testing/test-database.js';
import { createTables } from '../platform/eventsourcing/projecting/projection-tables.js';
import type { ProjectedEvent, Projection } from '../platform/eventsourcing/projection.js';
import { sampleMetadata } from '../platform/eventsourcing/testing/sample-events.js';

const AT = '2026-03-02T09:00:00.000Z';

/** Returns events in log order, each on its own stream. */
export function numbered(events: readonly { type: string; data: object }[]): ProjectedEvent[] {
  return events.map(({ type, data }, index) => {
    const position = BigInt(index + 1);
    return {
      type,
      data,
      stream: `${type}-${index}`,
      version: 0,
      sequence: index + 1,
      eventId: `0198c0de-0000-7000-8000-${String(index + 1).padStart(12, '0')}`,
      metadata: sampleMetadata({ occurredAt: AT }),
      position: { epoch: 1, transactionId: position, position: position },
      recordedAt: AT,
    };
  });
}

type RowsAfter = (
  projection: Projection,
  size: number,
  times: number,
  events: readonly ProjectedEvent[],
  steps?: 'live' | 'rebuilding',
) => Promise<Record<string, unknown[]>>;

/**
 * Returns the tables of a projection after its events were applied in batches of `size`, each batch `times` times in a row, by the steps of
 * the live projector or of a rebuild.
 */
export function projectedRows(): RowsAfter {
  let database: TestDatabase;
  let pool: Pool;
  let client: PoolClient;
  let prepared: Projection | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = openPool(database.appUrl);
    client = await pool.connect();
  });
  afterAll(async () => {
    client.release();
    await pool.end();
    await database.drop();
  });
  return async (projection, size, times, events, steps = 'live') => {
    const { apply, finish } = steps === 'live' ? { ...projection, finish: undefined } : projection.rebuilding!;
    if (projection === prepared) await client.query('rollback to savepoint empty');
    else {
      await client.query('rollback');
      await client.query('begin');
      await createTables(client, projection, 'read');
      // A property test applies thousands of histories. Creating the tables would take most of its time.
      await client.query('savepoint empty');
      prepared = projection;
    }
    for (let start = 0; start < events.length; start += size) {
      const batch = events.slice(start, start + size).filter((event) => projection.handles.includes(event.type));
      for (let time = 0; time < times && batch.length > 0; time += 1) await apply(client, batch);
    }
    let isLeft = finish !== undefined;
    while (isLeft) isLeft = await finish!(client);
    const tables: Record<string, unknown[]> = {};
    for (const table of projection.tables) {
      tables[table] = (await client.query(`select * from read.${table} t order by t::text`)).rows;
    }
    return tables;
  };
}
