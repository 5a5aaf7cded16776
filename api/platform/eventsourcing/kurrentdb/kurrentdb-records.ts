import type { EventData } from '@kurrent/kurrentdb-client';
import type { ReadResp } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import type { EventMetadata, EventToAppend, RecordedEvent } from '../message.js';
import type { KurrentDb } from './kurrentdb-client.js';
import type { KurrentPosition } from './kurrentdb-position.js';

type Recorded = ReadResp.ReadEvent.RecordedEvent;

/** Fields that the adapter adds to an event's metadata and removes when it is read. */
interface Marks {
  /** Id of the append, the same for all its tries. It identifies the append that wrote the event when repeats also succeed. */
  readonly appendId: string;
  /** Time at which the source log of a copy recorded the event; KurrentDB's own time is the time of the copy. */
  readonly recordedAt?: string | undefined;
  /** Id of the event, if KurrentDB stores the event under another one. */
  readonly eventId?: string;
}

/** An event of the platform, with the fields that only this log has. */
export interface OwnEvent {
  readonly event: RecordedEvent;
  readonly appendId: string;
  /** Id in KurrentDB. It differs from the event's id if the platform appended the event itself. */
  readonly storedId: string;
  /** Time at which KurrentDB stored the event. */
  readonly created: Date;
  /** The stored bytes. */
  readonly bytes: { readonly data: Buffer; readonly metadata: Buffer };
}

/** The position that servers before 22.6 return in a stream, where they do not know it. */
const NO_PLACE = 2n ** 64n - 1n;
const TICKS_A_MILLISECOND = 10_000n;

export function toEventData(
  { eventId, type, data, metadata }: EventToAppend,
  marks: Marks,
  storedId = eventId,
): EventData {
  return {
    id: storedId,
    contentType: 'application/json',
    type,
    data: data as Record<string, unknown>,
    metadata: { ...metadata, ...marks, ...(storedId !== eventId && { eventId }) },
  };
}

/** Returns null for events that the platform did not write: links, statistics, events of other applications. */
export function toOwnEvent(
  recorded: Recorded,
  { prefix, epochs }: Pick<KurrentDb, 'prefix' | 'epochs'>,
): OwnEvent | null {
  const name = bufferOf(recorded.getStreamIdentifier()!.getStreamName_asU8()).toString('utf8');
  const described = recorded.getMetadataMap();
  if (described.get('content-type') !== 'application/json' || !name.startsWith(prefix) || name.startsWith('$'))
    return null;
  const bytes = { data: bufferOf(recorded.getData_asU8()), metadata: bufferOf(recorded.getCustomMetadata_asU8()) };
  const marked = marksOf(bytes.metadata.toString('utf8'));
  if (!marked) return null;
  const storedId = recorded.getId()!.getString();
  const { appendId, recordedAt, eventId = storedId, ...metadata } = marked;
  const created = new Date(Number(BigInt(described.get('created')!) / TICKS_A_MILLISECOND));
  const event = {
    stream: name.slice(prefix.length),
    version: Number(recorded.getStreamRevision()),
    eventId,
    type: described.get('type')!,
    data: JSON.parse(bytes.data.toString('utf8')) as object,
    metadata,
    position: epochs.toLogPosition(positionOf(recorded)),
    recordedAt: recordedAt ?? created.toISOString(),
  };
  return { event, appendId, storedId, created, bytes };
}

/** @throws Error when the server does not return positions. */
export function positionOf(recorded: Recorded): KurrentPosition {
  const position = { commit: BigInt(recorded.getCommitPosition()), prepare: BigInt(recorded.getPreparePosition()) };
  if (position.commit !== NO_PLACE) return position;
  throw new Error('This server does not return the log positions of events: use EventStoreDB 22.10 or newer.');
}

/** Returns whether the client's parsed metadata of an event are those of an event that the platform wrote. */
export const isMarked = (metadata: unknown): boolean =>
  typeof (metadata as Partial<Marks> | null | undefined)?.appendId === 'string';

function marksOf(text: string): (EventMetadata & Marks) | null {
  try {
    const metadata = JSON.parse(text) as Partial<EventMetadata & Marks> | null;
    return isMarked(metadata) ? (metadata as EventMetadata & Marks) : null;
  } catch {
    return null;
  }
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
