import type { EventStore } from '../event-store.js';
import { isInKurrentDb } from '../kurrentdb/kurrentdb-position.js';
import { LogNotRecognized } from '../recognizing/log-not-recognized.js';
import { formatPosition, LOG_START, type LogPosition, parsePosition, type RecordedEvent } from '../message.js';
import type { LiveChange, ProjectionClient } from '../projection.js';
import { CLI } from '../../ops/package-info.js';

/** The progress of a reader of the log. `sequence` is the number of events up to this position. */
export interface Checkpoint {
  readonly position: LogPosition;
  readonly sequence: number;
}

interface CheckpointRow {
  reader: string;
  position: string;
  event_id: string | null;
  stream: string | null;
  version: number | null;
  sequence: string;
}

/**
 * Another node has become the leader, a new request has discarded a rebuild, or a crash of the database has set the checkpoint back. This
 * writer must not continue from what it remembers.
 */
export class Fenced extends Error {
  constructor(reader: string) {
    super(`The checkpoint of ${reader} is no longer where this leader left it`);
    this.name = 'Fenced';
  }
}

/** The log has another event at a checkpoint's position: it was restored to an earlier point than the read models. */
export class LogChanged extends Error {
  constructor(reader: string) {
    super(
      `The log no longer contains the event at which ${reader} stopped. Rebuild the read models: ${CLI} projections rebuild all`,
    );
    this.name = 'LogChanged';
  }
}

/** Creates missing checkpoints at `initial`. They name the same event as a checkpoint that is there. */
export async function createCheckpoints(
  client: ProjectionClient,
  readers: readonly string[],
  leaderEpoch: bigint,
  initial: Checkpoint = { position: LOG_START, sequence: 0 },
): Promise<void> {
  await client.query(
    `insert into plain.checkpoints (reader, position, sequence, leader_epoch, event_id, stream, version)
     select reader, $2, $3, $4, event_id, stream, version
     from unnest($1::text[]) as r (reader) left join (
       select event_id, stream, version from plain.checkpoints where position = $2 and event_id is not null limit 1
     ) there on true
     on conflict (reader) do nothing`,
    [readers, formatPosition(initial.position), initial.sequence, leaderEpoch.toString()],
  );
}

/** Assigns all checkpoints to this leader, so that the next update by an older leader fails. */
export async function fenceOlderLeaders(client: ProjectionClient, leaderEpoch: bigint): Promise<void> {
  await client.query('update plain.checkpoints set leader_epoch = $1 where leader_epoch < $1', [
    leaderEpoch.toString(),
  ]);
}

/**
 * Locks a checkpoint for this transaction.
 * @param at the position that it must have; by default any
 * @throws Fenced when it is missing, is elsewhere, or belongs to another leader.
 */
export async function lockCheckpoint(
  client: ProjectionClient,
  reader: string,
  leaderEpoch: bigint,
  at?: Checkpoint,
): Promise<void> {
  const { rows } = await client.query(
    `select 1 from plain.checkpoints
     where reader = $1 and leader_epoch = $2 and position = coalesce($3, position) for update`,
    [reader, leaderEpoch.toString(), at ? formatPosition(at.position) : null],
  );
  if (rows.length !== 1) throw new Fenced(reader);
}

/** Reads a checkpoint. @throws LogChanged when the log does not contain its event, LogNotRecognized if it is in KurrentDB */
export async function loadCheckpoint(client: ProjectionClient, store: EventStore, reader: string): Promise<Checkpoint> {
  const { rows } = await client.query<CheckpointRow>('select * from plain.checkpoints where reader = $1', [reader]);
  const row = rows[0];
  if (!row) return { position: LOG_START, sequence: 0 };
  const position = parsePosition(row.position) ?? LOG_START;
  if (row.stream !== null && row.version !== null) {
    const [event] = await store.readStream(row.stream, row.version);
    if (event?.eventId !== row.event_id) {
      const changed = new LogChanged(reader);
      throw isInKurrentDb(position) ? LogNotRecognized.atPosition(changed) : changed;
    }
  }
  return { position, sequence: Number(row.sequence) };
}

/** Returns the readers whose checkpoint is exactly at `checkpoint`. */
export async function readersAt(
  client: ProjectionClient,
  readers: readonly string[],
  checkpoint: Checkpoint,
): Promise<Set<string>> {
  const { rows } = await client.query<{ reader: string }>(
    'select reader from plain.checkpoints where reader = any ($1) and position = $2',
    [readers, formatPosition(checkpoint.position)],
  );
  return new Set(rows.map((row) => row.reader));
}

const ADVANCE = `
  update plain.checkpoints set position = $1, event_id = $2, stream = $3, version = $4, sequence = $5
  where reader = any ($6) and position = $7 and leader_epoch = $8 returning reader`;

const ADVANCE_AND_NOTIFY = `
  with recorded as (
    insert into plain.live_changes (sequence, recorded_at, traceparent, topic, id)
    select $5, $9, $10, topic, id from jsonb_to_recordset($11) as c (topic text, id text) on conflict do nothing
  ) ${ADVANCE}`;

/** The changes to send to watchers, and when the oldest event of their batch was recorded. */
export interface AdvanceNotification {
  readonly recordedAt: string;
  /** W3C trace context of the batch; undefined when its trace is not recorded. */
  readonly traceparent: string | undefined;
  readonly changes: readonly LiveChange[];
}

/**
 * Advances the checkpoints of `readers` with one statement, inside the caller's transaction if there is one. The statement also
 * records the changes for watchers.
 * @throws Fenced when a checkpoint is not at `from` or belongs to another leader.
 */
export async function advanceCheckpoints(
  client: ProjectionClient,
  readers: readonly string[],
  leaderEpoch: bigint,
  from: Checkpoint,
  to: Checkpoint & { readonly last: RecordedEvent },
  notification?: AdvanceNotification,
): Promise<void> {
  const moved = [
    formatPosition(to.position),
    to.last.eventId,
    to.last.stream,
    to.last.version,
    to.sequence,
    readers,
    formatPosition(from.position),
    leaderEpoch.toString(),
  ];
  const { rows } = notification?.changes.length
    ? await client.query(ADVANCE_AND_NOTIFY, [
        ...moved,
        notification.recordedAt,
        notification.traceparent ?? null,
        JSON.stringify(notification.changes),
      ])
    : await client.query(ADVANCE, moved);
  if (rows.length !== readers.length) throw new Fenced(readers.join(', '));
}
