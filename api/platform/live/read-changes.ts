import type { Pool } from 'pg';
import { PROJECTOR } from '../eventsourcing/projecting/write-batch.js';
import type { LiveChange, LiveChangeName } from '../eventsourcing/projection.js';

/**
 * Selects the changes after $1 up to $2, in the order of their batches and only whole batches, each with the progress of the projector.
 * Bounded on both sides, because a plan that was made for a small table would otherwise scan all of it each time.
 */
const SELECT_CHANGES = `
  select p.sequence as projected, c.sequence, c.topic, c.id, c.recorded_at, c.traceparent
  from plain.checkpoints p left join plain.live_changes c on c.sequence > $1 and c.sequence <= $2
  where p.reader = $3
  order by c.sequence`;

interface ChangeRow {
  projected: string;
  /** Null, with topic and id, when nothing changed. */
  sequence: string | null;
  /** Another build may have published a name that this one does not know: it has no rooms and no listeners here. */
  topic: LiveChangeName;
  id: string;
  /** Null also where another build projected it. */
  recorded_at: Date | null;
  /** Null when the batch is not traced. */
  traceparent: string | null;
}

/** The batch that made a change. */
export interface ChangeCause {
  /** When the oldest event of the batch was recorded, in milliseconds; unknown where another build projected it. */
  readonly recordedAt?: number | undefined;
  /** W3C trace context of the batch, when its trace is recorded. */
  readonly traceparent?: string | undefined;
}

/** A change of a read model: the rows of (topic, id) are to be read again. */
export interface RecordedChange extends LiveChange, ChangeCause {}

/** Reads the changes after one sequence up to another, and how far the projector has come. */
export async function readChanges(
  pool: Pool,
  since: number,
  until: number,
): Promise<{ readonly projected: number; readonly changes: readonly RecordedChange[] }> {
  const { rows } = await pool.query<ChangeRow>({
    name: 'live-changes',
    text: SELECT_CHANGES,
    values: [since, until, PROJECTOR],
  });
  return {
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
