import type { ProjectedEvent, ProjectionClient } from '../projection.js';
import { withoutValues } from './parking-reason.js';

/** A parked event. For a projection it is the first of its stream, with the number of parked events of the stream. */
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

/** Parks an event for one reader. It remains in the log, and a rebuild after the fix applies it in order. */
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

/** Returns the streams that a reader has parked. */
export async function loadParkedStreams(client: ProjectionClient, reader: string): Promise<Set<string>> {
  const { rows } = await client.query<{ stream: string }>(
    'select distinct stream from plain.dead_letters where reader = $1',
    [reader],
  );
  return new Set(rows.map((row) => row.stream));
}

/** Lists parked streams for readiness checks and operators. */
export async function listDeadLetters(
  client: ProjectionClient,
): Promise<{ reader: string; stream: string; events: number; reason: string }[]> {
  const { rows } = await client.query<{ reader: string; stream: string; events: number; reason: string }>(
    `select reader, stream, count(*)::integer as events, (array_agg(reason order by version))[1] as reason
     from plain.dead_letters group by reader, stream order by reader, stream limit 1000`,
  );
  return rows;
}

/**
 * Lists parked events, longest parked first: one for each stream of a projection, which parks all later events too, and every event
 * of a reactor.
 */
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

/** Requests that the leader runs a reactor again for a parked event. Returns false when the event is not parked. */
export async function requestReplay(client: ProjectionClient, reader: string, eventId: string): Promise<boolean> {
  const { rows } = await client.query(
    `update plain.dead_letters set replay_requested_at = clock_timestamp()
     where reader = $1 and event_id = $2 returning reader`,
    [reader, eventId],
  );
  return rows.length > 0;
}
