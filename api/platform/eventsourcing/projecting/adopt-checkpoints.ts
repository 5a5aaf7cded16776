import type { Pool } from 'pg';
import { StartError } from '../../database/start-error.js';
import type { EventStore } from '../event-store.js';
import { isInKurrentDb } from '../kurrentdb/kurrentdb-position.js';
import { comparePositions, formatPosition, LOG_START, parsePosition, type RecordedEvent } from '../message.js';
import { CLI } from '../../ops/package-info.js';

interface CheckpointRow {
  reader: string;
  position: string;
  event_id: string | null;
  stream: string | null;
  version: number | null;
}

/**
 * Lets readers continue after the log was moved to another engine. Checkpoints name an event, and get the position of that event in
 * this log. One that names none is where another one is. Needs one query when the log was not moved.
 * @throws StartError when this is not the log that the readers have followed, or lacks a part of it. Nothing is changed then.
 */
export async function adoptCheckpoints(pool: Pool, store: EventStore, inKurrentDb: boolean): Promise<void> {
  const { rows } = await pool.query<CheckpointRow>(
    'select reader, position, event_id, stream, version from plain.checkpoints',
  );
  const foreign = rows.filter(({ position }) => isOfOtherEngine(position, inKurrentDb));
  if (inKurrentDb) {
    await assertNotEmpty(rows, store);
    await assertWholeHistory(pool, store);
  }
  if (foreign.length === 0) return;
  const named = new Map(foreign.filter(({ event_id }) => event_id).map((row) => [row.position, row]));
  const parts = [...named.values()].map(({ stream, version }) => ({ stream: stream!, from: version!, to: version! }));
  const byId = new Map((await store.readParts(parts)).map((event) => [event.eventId, event]));
  if ([...named.values()].some(({ event_id }) => !byId.has(event_id!))) throw notThisLog();
  if (foreign.some(({ position }) => !named.has(position))) throw notReadYet();
  for (const row of foreign) await moveTo(pool, row, byId.get(named.get(row.position)!.event_id!)!);
}

function isOfOtherEngine(text: string, inKurrentDb: boolean): boolean {
  const position = parsePosition(text) ?? LOG_START;
  return comparePositions(position, LOG_START) !== 0 && isInKurrentDb(position) !== inKurrentDb;
}

/** With an empty log, read models that have events would never progress, or a rebuild would empty them. */
async function assertNotEmpty(checkpoints: readonly CheckpointRow[], store: EventStore): Promise<void> {
  if (checkpoints.every(({ event_id }) => event_id === null)) return;
  if (comparePositions(await store.head(), LOG_START) > 0) return;
  throw new StartError(
    'The KurrentDB of KURRENTDB_URL contains no event of this platform, but this database has read a log with events: check KURRENTDB_URL and KURRENTDB_STREAM_PREFIX, or restore a backup into a new database.',
  );
}

/** If PostgreSQL has a history, it must have been copied up to its last event. */
async function assertWholeHistory(pool: Pool, store: EventStore): Promise<void> {
  const { rows } = await pool.query<{ stream: string; version: number; event_id: string }>(
    'select stream, version, event_id from log.events order by epoch desc, transaction_id desc, position desc limit 1',
  );
  const newest = rows[0];
  if (!newest) return;
  const [event] = await store.readParts([{ stream: newest.stream, from: newest.version, to: newest.version }]);
  if (event?.eventId !== newest.event_id) throw notThisLog();
}

/** Updates only an unchanged position, because another node may have moved the checkpoint and advanced it. */
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

const notThisLog = (): StartError =>
  new StartError(
    `The configured log does not contain the whole history of this database: check KURRENTDB_URL, or stop the platform and copy the whole log with ${CLI} log copy.`,
  );

const notReadYet = (): StartError =>
  new StartError(
    'The platform has read nothing since the loss of events was accepted: start it once with the former log, then copy again.',
  );
