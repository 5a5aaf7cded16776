import type { ProjectedEvent, ProjectionClient } from '../projection.js';

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
