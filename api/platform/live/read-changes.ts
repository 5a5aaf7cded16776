import type { Pool } from 'pg';
import { PROJECTOR } from '../eventsourcing/projecting/write-batch.js';
import type { LiveChange, LiveChangeName } from '../eventsourcing/projection.js';

/**
 * Selects the changes after $1 up to $2, and the progress of the projector. Returns only whole batches, in their order.
 * Bounded on both sides, because a plan that was cached for a small table would otherwise scan the whole table.
 */
const SELECT_CHANGES = `
  select extract(epoch from now())::float8 * 1000 as read_at, p.sequence as projected, c.sequence, c.topic, c.id, c.recorded_at, c.traceparent
  from plain.checkpoints p left join plain.live_changes c on c.sequence > $1 and c.sequence <= $2
  where p.reader = $3
  order by c.sequence`;

interface ChangeRow {
  read_at: number;
  projected: string;
  /** Null when nothing changed; topic and id are null too. */
  sequence: string | null;
  /** Can be a name of another build that this build does not know. Such a name has no rooms and no listeners here. */
  topic: LiveChangeName;
  id: string;
  /** Null when unknown, for example when another build projected the batch. */
  recorded_at: Date | null;
  /** Null when the batch is not traced. */
  traceparent: string | null;
}

/** The batch that caused a change. */
export interface ChangeCause {
  /** Time at which the oldest event of the batch was recorded, in milliseconds; unknown when another build projected it. */
  readonly recordedAt?: number | undefined;
  /** W3C trace context of the batch, when its trace is recorded. */
  readonly traceparent?: string | undefined;
}

/** A change of a read model, after which the rows of (topic, id) are read again. */
export interface RecordedChange extends LiveChange, ChangeCause {}

/** Result of {@link readChanges}. */
export interface ReadChanges {
  /** Time of the read by the clock of the database, in milliseconds; undefined before the projector has ever run. */
  readonly readAt: number | undefined;
  readonly projected: number;
  readonly changes: readonly RecordedChange[];
}

/** Reads the changes after `since` up to `until`, and the progress of the projector. */
export async function readChanges(pool: Pool, since: number, until: number): Promise<ReadChanges> {
  const { rows } = await pool.query<ChangeRow>({
    name: 'live-changes',
    text: SELECT_CHANGES,
    values: [since, until, PROJECTOR],
  });
  return {
    readAt: rows[0]?.read_at,
    projected: Number(rows[0]?.projected ?? 0),
    changes: rows
      .filter(({ sequence }) => sequence !== null)
      .map(({ topic, id, recorded_at: recordedAt, traceparent }) => {
        return { topic, id, recordedAt: recordedAt?.getTime(), traceparent: traceparent ?? undefined };
      }),
  };
}

/** Returns the sequence of the newest change, 0 when there is none. */
export async function newestChange(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ sequence: string | null }>(
    'select max(sequence) as sequence from plain.live_changes',
  );
  return Number(rows[0]?.sequence ?? 0);
}
