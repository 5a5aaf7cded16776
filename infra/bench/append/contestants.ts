import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Pool } from 'pg';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';
import { Hints } from '../../../api/platform/database/hints.js';
import { openPool } from '../../../api/platform/database/pool.js';
import { PostgresEventStore } from '../../../api/platform/eventsourcing/postgres/postgres-event-store.js';
import type { Call } from './closed-loop.js';
import { sampleEvent } from './sample-event.js';

/** A store that appends. `rows` is the number of rows per statement of bare inserts. */
export interface Contestant {
  readonly call: Call;
  close(): Promise<void>;
}

/** Our store, with a new stream for each call. */
export async function readyRoom(url: string): Promise<Contestant & { readonly numericCall: Call }> {
  const pool = openPool(url);
  const hints = new Hints(url, [], pool);
  const store = new PostgresEventStore(pool, hints);
  const streams = new Map<number, { stream: string; version: number }>();
  return {
    call: async () => {
      await store.appendToStream(`attempt-${randomUUID()}`, 'no-stream', [sampleEvent()]);
      return 1;
    },
    // One stream per caller, with each event appended to the last one.
    numericCall: async (caller) => {
      const known = streams.get(caller);
      const stream = known?.stream ?? `course-${randomUUID()}`;
      const { version } = await store.appendToStream(stream, known?.version ?? 'no-stream', [sampleEvent()]);
      streams.set(caller, { stream, version });
      return 1;
    },
    close: async () => {
      await store.drain();
      await hints.close();
      await pool.end();
    },
  };
}

const COLUMNS = ['stream', 'version', 'event_id', 'type', 'data', 'metadata'];

/** The lower bound: rows into the same table, without checks and results. */
export function bareInsert(url: string, rows: number): Contestant {
  const pool = openPool(url);
  const places = Array.from({ length: rows }, (_, row) => {
    const parameters = COLUMNS.map((_column, column) => `$${row * COLUMNS.length + column + 1}`);
    return `(1, ${parameters.join(', ')})`;
  });
  const text = `insert into log.events (epoch, ${COLUMNS.join(', ')}) values ${places.join(', ')}`;
  return {
    call: async () => {
      const values = Array.from({ length: rows }, () => {
        const { eventId, type, data, metadata } = sampleEvent();
        return [`attempt-${randomUUID()}`, 0, eventId, type, JSON.stringify(data), JSON.stringify(metadata)];
      });
      await pool.query({ name: `bare-${rows}`, text, values: values.flat() });
      return rows;
    },
    close: () => pool.end(),
  };
}

/** The used part of emmett-postgresql, whose own types are not installed with the product. */
interface Emmett {
  getPostgreSQLEventStore(
    url: string,
    options: { connectionOptions: { pool: Pool } },
  ): {
    readonly schema: { migrate(): Promise<unknown> };
    appendToStream(stream: string, events: object[], options: { expectedStreamVersion: string }): Promise<unknown>;
    close(): Promise<void>;
  };
}

/** emmett-postgresql with a new stream for each call and the same number of connections. */
export async function emmett(url: string): Promise<Contestant> {
  const { getPostgreSQLEventStore } = (await importPeer('@event-driven-io/emmett-postgresql')) as Emmett;
  const pool = openPool(url);
  const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } });
  await store.schema.migrate();
  return {
    call: async () => {
      const { type, data, metadata } = sampleEvent();
      const options = { expectedStreamVersion: 'STREAM_DOES_NOT_EXIST' };
      await store.appendToStream(`attempt-${randomUUID()}`, [{ type, data, metadata }], options);
      return 1;
    },
    close: async () => {
      await store.close();
      if (!pool.ended) await pool.end();
    },
  };
}

/** Peers are installed beside the sources of the benchmarks, not beside the build. */
export function importPeer(name: string): Promise<unknown> {
  const require = createRequire(join(PACKAGE_ROOT, 'infra', 'bench', 'package.json'));
  return import(pathToFileURL(require.resolve(name)).href);
}
