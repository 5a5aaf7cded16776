import type { ProjectedEvent, ProjectionClient } from '../projection.js';
import { withoutValues } from './parking-reason.js';

/** An event a reader has put aside; of a projection's stream the first, with how many lie behind it. */
export interface ParkedEvent {
  readonly reader: string;
  readonly stream: string;
  readonly version: number;
  readonly eventId: string;
  readonly events: number;
  readonly reason: string;
  readonly parkedAt: Date;
  readonly replayRequestedAt: Date | null;
}

/** Puts an event aside for one reader; it stays in the log, a rebuild after the fix applies it in its place. */
export async function park(
  client: ProjectionClient,
  reader: string,
  event: ProjectedEvent,
  reason: string,
): Promise<void> {
  await client.query(
    `insert into plain.dead_letters (reader, stream, version, event_id, sequence, reason)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [reader, event.stream, event.version, event.eventId, event.sequence, reason.slice(0, 1_000)],
  );
}

/** The streams a reader has parked. */
export async function loadParkedStreams(client: ProjectionClient, reader: string): Promise<Set<string>> {
  const { rows } = await client.query<{ stream: string }>(
    'select distinct stream from plain.dead_letters where reader = $1',
    [reader],
  );
  return new Set(rows.map((row) => row.stream));
}

/** What is parked, for readiness and the operator. */
export async function listDeadLetters(
  client: ProjectionClient,
): Promise<{ reader: string; stream: string; events: number; reason: string }[]> {
  const { rows } = await client.query<{ reader: string; stream: string; events: number; reason: string }>(
    `select reader, stream, count(*)::integer as events, (array_agg(reason order by version))[1] as reason
     from plain.dead_letters group by reader, stream order by reader, stream limit 1000`,
  );
  return rows;
}

/** What is parked, the longest parked first: a projection's by stream, for it follows that no further; a reactor's one by one. */
export async function listParkedEvents(client: ProjectionClient, limit: number): Promise<ParkedEvent[]> {
  const { rows } = await client.query<ParkedEvent & { reason: string }>(
    `select distinct on (d.reader, d.stream, alone.version)
            d.reader, d.stream, d.version, d.event_id as "eventId", d.reason, d.parked_at as "parkedAt",
            d.replay_requested_at as "replayRequestedAt",
            (count(*) over (partition by d.reader, d.stream, alone.version))::integer as events
     from plain.dead_letters d
     cross join lateral (select case when d.reader like 'reactor:%' then d.version end as version) alone
     order by d.reader, d.stream, alone.version, d.version limit $1`,
    [limit],
  );
  return rows
    .map((row) => ({ ...row, reason: withoutValues(row.reason) }))
    .toSorted((a, b) => a.parkedAt.getTime() - b.parkedAt.getTime());
}

/** Asks the leader to let a reactor react to a parked event once more. False when it is not parked. */
export async function requestReplay(client: ProjectionClient, reader: string, eventId: string): Promise<boolean> {
  const { rows } = await client.query(
    `update plain.dead_letters set replay_requested_at = clock_timestamp()
     where reader = $1 and event_id = $2 returning reader`,
    [reader, eventId],
  );
  return rows.length > 0;
}
