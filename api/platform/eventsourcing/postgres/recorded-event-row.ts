import type { EventMetadata, RecordedEvent } from '../message.js';

/** The columns that all reads of the log select. */
export const EVENT_COLUMNS =
  'epoch, transaction_id::text, position::text, stream, version, event_id, type, data, metadata, recorded_at';

/** A row of {@link EVENT_COLUMNS}. */
export interface RecordedEventRow {
  epoch: number;
  transaction_id: string;
  position: string;
  stream: string;
  version: number;
  event_id: string;
  type: string;
  data: object;
  metadata: EventMetadata;
  recorded_at: Date;
}

export const toRecordedEvent = (row: RecordedEventRow): RecordedEvent => ({
  stream: row.stream,
  version: row.version,
  eventId: row.event_id,
  type: row.type,
  data: row.data,
  metadata: row.metadata,
  position: { epoch: row.epoch, transactionId: BigInt(row.transaction_id), position: BigInt(row.position) },
  recordedAt: row.recorded_at.toISOString(),
});
