import type { ReadReq, ReadResp } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { comparePositions, LOG_START, type LogPosition } from '../message.js';
import { callWithDeadline } from './kurrentdb-calls.js';
import type { KurrentDb } from './kurrentdb-client.js';
import { type KurrentPosition, toKurrentPosition } from './kurrentdb-position.js';
import { type PlatformEvent, positionOf, toOwnEvent, toPlatformEvent } from './kurrentdb-records.js';
import { allRequest, streamRequest } from './kurrentdb-requests.js';
import { StreamDamaged } from './stream-damaged.js';

/** Deadline of one event, so that an append can follow within the time of a request. */
const EVENT_WITHIN_MS = 1_500;

type Recorded = ReadResp.ReadEvent.RecordedEvent;

/**
 * Returns a range of a stream's events, both versions included; [] when there are none.
 * @throws StreamDamaged when another platform has written to the stream
 */
export async function readVersions(
  kurrentDb: KurrentDb,
  stream: string,
  from: number,
  to = Number.MAX_SAFE_INTEGER - 1,
): Promise<PlatformEvent[]> {
  const request = streamRequest(kurrentDb.messages, kurrentDb.prefix + stream, from, to - from + 1);
  const found = await callWithDeadline((leftMs) => read(kurrentDb, request, leftMs));
  const events = found.flatMap((event) => toPlatformEvent(event, kurrentDb) ?? []);
  if (events.some(({ mark }) => !kurrentDb.ownership.includes(mark))) throw StreamDamaged.shared(stream);
  return events;
}

/** A page of `$all`: the platform's own events, and the position of the last event on it. */
export interface PageOfAll {
  readonly events: readonly PlatformEvent[];
  readonly last: KurrentPosition | undefined;
  /** Number of all events on the page, including those of other applications. */
  readonly size: number;
}

/** Reads events of the whole log from a position on. The event at the position is included forwards and excluded backwards. */
export async function readPage(
  kurrentDb: KurrentDb,
  direction: 'forwards' | 'backwards',
  from: KurrentPosition | 'start' | 'end',
  count: number,
  deadlineMs?: number,
): Promise<PageOfAll> {
  const request = allRequest(kurrentDb.messages, direction, from, count, kurrentDb.filter);
  const found = await callWithDeadline((leftMs) => read(kurrentDb, request, leftMs), deadlineMs);
  const last = found.at(-1);
  return {
    events: found.flatMap((event) => toOwnEvent(event, kurrentDb) ?? []),
    last: last && positionOf(last),
    size: found.length,
  };
}

/** Returns the position of the newest event of the whole log, of any application; LOG_START for an empty log. */
export async function readEnd(kurrentDb: KurrentDb): Promise<LogPosition> {
  const request = allRequest(kurrentDb.messages, 'backwards', 'end', 1);
  const [newest] = await callWithDeadline((leftMs) => read(kurrentDb, request, leftMs));
  return newest ? kurrentDb.epochs.toLogPosition(positionOf(newest)) : LOG_START;
}

/**
 * Returns the event of any platform at exactly this position; null when there is none.
 * @throws LogNotRecognized when the position is none of this log
 */
export async function readEventAt(kurrentDb: KurrentDb, position: LogPosition): Promise<PlatformEvent | null> {
  const request = allRequest(kurrentDb.messages, 'forwards', toKurrentPosition(position), 1);
  const [found] = await callWithDeadline((leftMs) => read(kurrentDb, request, leftMs), EVENT_WITHIN_MS);
  const event = found ? toPlatformEvent(found, kurrentDb) : null;
  return event && comparePositions(event.event.position, position) === 0 ? event : null;
}

/**
 * Reads on the client's connection and with its error handling, but without its `readStream` and `readAll`. Those use a library of
 * native code, which has no deadline and delays about every third small request by 40 ms (docs/decisions/0003-kurrentdb.md). Reads
 * from the leader, which has the newest events.
 */
function read(
  { internals, Streams, convertError }: KurrentDb,
  request: ReadReq,
  deadline: number,
): Promise<Recorded[]> {
  const reading = internals.execute(
    Streams,
    'read',
    (streams) =>
      new Promise<Recorded[]>((resolve, reject) => {
        const found: Recorded[] = [];
        const call = streams.read(request, ...internals.callArguments({ requiresLeader: true, deadline }));
        call.on('data', (response: ReadResp) => {
          const event = response.getEvent()?.getEvent();
          if (event) found.push(event);
        });
        call.on('error', reject);
        // A missing stream is reported in a response, and the call ends as for an empty stream.
        call.on('end', () => resolve(found));
      }),
  );
  return reading.catch((error: Error) => {
    throw convertError(error);
  });
}
