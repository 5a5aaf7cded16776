import type { Pool } from 'pg';
import { StartError } from '../../database/start-error.js';
import type { EventStore } from '../event-store.js';
import { isInKurrentDb } from '../kurrentdb/kurrentdb-position.js';
import { comparePositions, formatPosition, LOG_START, parsePosition, type RecordedEvent } from '../message.js';

interface CheckpointRow {
  reader: string;
  position: string;
  event_id: string | null;
  stream: string | null;
  version: number | null;
}

/**
 * Lets read models and reactors go on where they stood when the log was moved to another engine: their checkpoints name the event,
 * and get the place it has here. Costs one look where nothing was moved.
 * @throws StartError when this log is not the one they have followed, or lacks a part of it.
 */
export async function adoptCheckpoints(pool: Pool, store: EventStore, inKurrentDb: boolean): Promise<void> {
  const { rows } = await pool.query<CheckpointRow>(
    'select reader, position, event_id, stream, version from plain.checkpoints',
  );
  const foreign = rows.filter(({ position }) => isElsewhere(position, inKurrentDb));
  if (inKurrentDb) await assertWholeHistory(pool, store);
  if (foreign.length === 0) return;
  const parts = foreign.map(({ stream, version }) => ({ stream: stream ?? '', from: version ?? 0, to: version ?? 0 }));
  const byId = new Map((await store.readParts(parts)).map((event) => [event.eventId, event]));
  const missing = foreign.find(({ event_id }) => !byId.has(event_id ?? ''));
  if (missing) throw notThisLog(inKurrentDb);
  for (const row of foreign) await moveTo(pool, row, byId.get(row.event_id!)!);
}

function isElsewhere(text: string, inKurrentDb: boolean): boolean {
  const position = parsePosition(text) ?? LOG_START;
  return comparePositions(position, LOG_START) !== 0 && isInKurrentDb(position) !== inKurrentDb;
}

/** The history in PostgreSQL, where there is one, must have come along to its last event. */
async function assertWholeHistory(pool: Pool, store: EventStore): Promise<void> {
  const { rows } = await pool.query<{ stream: string; version: number; event_id: string }>(
    'select stream, version, event_id from log.events order by epoch desc, transaction_id desc, position desc limit 1',
  );
  const newest = rows[0];
  if (!newest) return;
  const [event] = await store.readParts([{ stream: newest.stream, from: newest.version, to: newest.version }]);
  if (event?.eventId !== newest.event_id) throw notThisLog(true);
}

/** Only from the place that was looked at: another node may have done it, and gone on. */
async function moveTo(
  pool: Pool,
  { reader, position }: CheckpointRow,
  { position: here }: RecordedEvent,
): Promise<void> {
  await pool.query('update plain.checkpoints set position = $1 where reader = $2 and position = $3', [
    formatPosition(here),
    reader,
    position,
  ]);
}

const notThisLog = (inKurrentDb: boolean): StartError =>
  new StartError(
    inKurrentDb
      ? 'The history of this database is not in the KurrentDB of KURRENTDB_URL, or not all of it: stop the platform, run npm run cli -- log copy --from postgres --to kurrentdb, then start again.'
      : 'The log of this database lies in KurrentDB: set KURRENTDB_URL, or bring it back with npm run cli -- log copy --from kurrentdb --to postgres.',
  );
