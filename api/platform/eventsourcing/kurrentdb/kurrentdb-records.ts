import type { EventData } from '@kurrent/kurrentdb-client';
import type { ReadResp } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import type { EventMetadata, EventToAppend, RecordedEvent } from '../message.js';
import { type KurrentPosition, toLogPosition } from './kurrentdb-position.js';

type Recorded = ReadResp.ReadEvent.RecordedEvent;

/** What lies beside the envelope in an event's metadata, and is taken off again when it is read. */
interface Marks {
  /** One id for each append, the same for its tries: tells who of several that were answered alike has written. */
  readonly appendId: string;
  /** When it was recorded in the log it was copied from; KurrentDB's own time is that of the copy. */
  readonly recordedAt?: string | undefined;
}

/** An event of ours, and what only this log knows of it. */
export interface OwnEvent {
  readonly event: RecordedEvent;
  readonly appendId: string;
  /** When KurrentDB wrote it down. */
  readonly created: Date;
  /** As it lies there. */
  readonly bytes: { readonly data: Buffer; readonly metadata: Buffer };
}

/** The place a server from before 22.6 gives in a stream, where it knows none. */
const NO_PLACE = 2n ** 64n - 1n;
const TICKS_A_MILLISECOND = 10_000n;

export function toEventData({ eventId, type, data, metadata }: EventToAppend, marks: Marks): EventData {
  return {
    id: eventId,
    contentType: 'application/json',
    type,
    data: data as Record<string, unknown>,
    metadata: { ...metadata, ...marks },
  };
}

/** Null for what the platform has not written: links, statistics, events of others in the same cluster. */
export function toOwnEvent(recorded: Recorded, prefix: string): OwnEvent | null {
  const name = bufferOf(recorded.getStreamIdentifier()!.getStreamName_asU8()).toString('utf8');
  const described = recorded.getMetadataMap();
  if (described.get('content-type') !== 'application/json' || !name.startsWith(prefix) || name.startsWith('$'))
    return null;
  const bytes = { data: bufferOf(recorded.getData_asU8()), metadata: bufferOf(recorded.getCustomMetadata_asU8()) };
  const marked = marksOf(bytes.metadata.toString('utf8'));
  if (!marked) return null;
  const { appendId, recordedAt, ...metadata } = marked;
  const created = new Date(Number(BigInt(described.get('created')!) / TICKS_A_MILLISECOND));
  const event = {
    stream: name.slice(prefix.length),
    version: Number(recorded.getStreamRevision()),
    eventId: recorded.getId()!.getString(),
    type: described.get('type')!,
    data: JSON.parse(bytes.data.toString('utf8')) as object,
    metadata,
    position: toLogPosition(placeOf(recorded)),
    recordedAt: recordedAt ?? created.toISOString(),
  };
  return { event, appendId, created, bytes };
}

/** @throws Error for a server that does not tell. */
export function placeOf(recorded: Recorded): KurrentPosition {
  const place = { commit: BigInt(recorded.getCommitPosition()), prepare: BigInt(recorded.getPreparePosition()) };
  if (place.commit !== NO_PLACE) return place;
  throw new Error('This server does not say where in the log an event lies: it must be EventStoreDB 22.10 or newer.');
}

function marksOf(text: string): (EventMetadata & Marks) | null {
  try {
    const metadata = JSON.parse(text) as Partial<EventMetadata & Marks> | null;
    return typeof metadata?.appendId === 'string' ? (metadata as EventMetadata & Marks) : null;
  } catch {
    return null;
  }
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
