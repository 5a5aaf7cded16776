import type { EventData } from '@kurrent/kurrentdb-client';
import type { ReadResp } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import type { EventMetadata, EventToAppend, RecordedEvent } from '../message.js';
import type { KurrentDb } from './kurrentdb-client.js';
import type { KurrentPosition } from './kurrentdb-position.js';
import type { LogOwnership } from './log-ownership.js';

type Recorded = ReadResp.ReadEvent.RecordedEvent;

/** Fields that the adapter adds to an event's metadata and removes when it is read. */
interface Marks {
  /** Id of the append, the same for all its tries. It identifies the append that wrote the event when repeats also succeed. */
  readonly appendId: string;
  /** Id of the platform. Events of versions without platform ids have none. */
  readonly platformId?: string | undefined;
  /** Time at which the source log of a copy recorded the event; KurrentDB's own time is the time of the copy. */
  readonly recordedAt?: string | undefined;
  /** Id of the event, if KurrentDB stores the event under another one. */
  readonly eventId?: string;
}

/** An event of a platform, with the fields that only this log has. */
export interface PlatformEvent {
  readonly event: RecordedEvent;
  readonly appendId: string;
  /** Id of the platform that appended it; undefined for an event of a version without platform ids. */
  readonly mark: string | undefined;
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
  marks: Marks & { readonly platformId: string },
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

/** Returns null for events that this platform did not write: links, statistics, events of other applications and platforms. */
export function toOwnEvent(recorded: Recorded, kurrentDb: KurrentDb): PlatformEvent | null {
  const event = toPlatformEvent(recorded, kurrentDb);
  return event && kurrentDb.ownership.includes(event.mark) ? event : null;
}

/** Like {@link toOwnEvent}, for an event of any platform with the same prefix. */
export function toPlatformEvent(
  recorded: Recorded,
  { prefix, epochs }: Pick<KurrentDb, 'prefix' | 'epochs'>,
): PlatformEvent | null {
  const name = bufferOf(recorded.getStreamIdentifier()!.getStreamName_asU8()).toString('utf8');
  const described = recorded.getMetadataMap();
  if (described.get('content-type') !== 'application/json' || !name.startsWith(prefix) || name.startsWith('$'))
    return null;
  const bytes = { data: bufferOf(recorded.getData_asU8()), metadata: bufferOf(recorded.getCustomMetadata_asU8()) };
  const marked = marksOf(bytes.metadata.toString('utf8'));
  if (!marked) return null;
  const storedId = recorded.getId()!.getString();
  const { appendId, platformId: mark, recordedAt, eventId = storedId, ...metadata } = marked;
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
  return { event, appendId, mark, storedId, created, bytes };
}

/** @throws Error when the server does not return positions. */
export function positionOf(recorded: Recorded): KurrentPosition {
  const position = { commit: BigInt(recorded.getCommitPosition()), prepare: BigInt(recorded.getPreparePosition()) };
  if (position.commit !== NO_PLACE) return position;
  throw new Error('This server does not return the log positions of events: use EventStoreDB 22.10 or newer.');
}

/** Returns whether the client's parsed metadata of an event are those of an event that this platform wrote. */
export const isOwn = (metadata: unknown, ownership: LogOwnership): boolean =>
  isOfPlatform(metadata) && ownership.includes(metadata.platformId);

const isOfPlatform = (metadata: unknown): metadata is EventMetadata & Marks =>
  typeof (metadata as Partial<Marks> | null | undefined)?.appendId === 'string';

function marksOf(text: string): (EventMetadata & Marks) | null {
  try {
    const metadata: unknown = JSON.parse(text);
    return isOfPlatform(metadata) ? metadata : null;
  } catch {
    return null;
  }
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
