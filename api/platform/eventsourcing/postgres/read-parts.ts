import type { Reads } from '../../database/reads.js';
import type { StreamPart } from '../event-store.js';
import type { RecordedEvent } from '../message.js';
import { EVENT_COLUMNS, type RecordedEventRow, toRecordedEvent } from './recorded-event-row.js';

/** Implements `EventStore.readParts` with one statement on the given server. */
export async function readParts(reads: Reads, parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]> {
  const { rows } = await reads.query<RecordedEventRow>({
    name: 'read-parts',
    text: `select ${EVENT_COLUMNS}
           from unnest($1::text[], $2::integer[], $3::integer[]) as part (name, first, last)
           join log.events on stream = part.name and version between part.first and part.last
           order by stream, version`,
    values: [parts.map(({ stream }) => stream), parts.map(({ from }) => from), parts.map(({ to }) => to)],
  });
  return rows.map(toRecordedEvent);
}
