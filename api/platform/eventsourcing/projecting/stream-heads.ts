import type { RecordedEvent } from '../message.js';
import type { ProjectionClient } from '../projection.js';

/** An event arrived before its predecessor, so a reader has broken a rule. Wrong grades are worse than none. */
export class StreamGap extends Error {
  constructor(event: RecordedEvent, expected: number) {
    super(`Stream ${event.stream} jumped to version ${event.version}, expected ${expected}`);
    this.name = 'StreamGap';
  }
}

/**
 * Asserts that the versions of each stream are contiguous, and drops events that arrive twice
 * (docs/architecture.md#readers-of-the-log). Heads of streams with one event by design (`single`, such as attempts) are not stored,
 * which would need a row for every score.
 * @throws StreamGap
 */
export async function assertContiguous(
  client: ProjectionClient,
  events: readonly RecordedEvent[],
  single: (stream: string) => boolean,
): Promise<readonly RecordedEvent[]> {
  const streams = [...new Set(events.map((event) => event.stream).filter((stream) => !single(stream)))];
  const heads = new Map<string, number>();
  if (streams.length > 0) {
    const { rows } = await client.query<{ stream: string; version: number }>(
      'select stream, version from plain.stream_heads where stream = any ($1)',
      [streams],
    );
    for (const row of rows) heads.set(row.stream, row.version);
  }
  const fresh = events.filter((event) => {
    const expected = (heads.get(event.stream) ?? -1) + 1;
    if (event.version > expected) throw new StreamGap(event, expected);
    heads.set(event.stream, Math.max(event.version, expected - 1));
    return event.version === expected;
  });
  const changed = streams.map((stream) => ({ stream, version: heads.get(stream) }));
  if (changed.length > 0) {
    await client.query(
      `insert into plain.stream_heads (stream, version) select stream, version from jsonb_to_recordset($1) as h (stream text, version integer)
       on conflict (stream) do update set version = excluded.version`,
      [JSON.stringify(changed)],
    );
  }
  return fresh;
}
