import type { ReadReq, ReadResp } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { ask } from './kurrentdb-calls.js';
import type { KurrentDb } from './kurrentdb-client.js';
import type { KurrentPosition } from './kurrentdb-position.js';
import { type OwnEvent, placeOf, toOwnEvent } from './kurrentdb-records.js';
import { allRequest, streamRequest } from './kurrentdb-requests.js';

type Recorded = ReadResp.ReadEvent.RecordedEvent;

/** Events of a stream from one version to another, both included; [] when there are none. */
export async function readVersions(
  kurrentDb: KurrentDb,
  stream: string,
  from: number,
  to = Number.MAX_SAFE_INTEGER - 1,
): Promise<OwnEvent[]> {
  const request = streamRequest(kurrentDb.messages, kurrentDb.prefix + stream, from, to - from + 1);
  const found = await ask((leftMs) => read(kurrentDb, request, leftMs));
  return found.flatMap((event) => toOwnEvent(event, kurrentDb.prefix) ?? []);
}

/** What one look at `$all` found: our events among them, and the place up to which it looked. */
export interface PageOfAll {
  readonly events: readonly OwnEvent[];
  readonly last: KurrentPosition | undefined;
  /** How many lay there, ours or not. */
  readonly size: number;
}

/** The next events of the whole log, from a place on: itself included forwards, and not backwards. */
export async function readPage(
  kurrentDb: KurrentDb,
  direction: 'forwards' | 'backwards',
  from: KurrentPosition | 'start' | 'end',
  count: number,
  deadlineMs?: number,
): Promise<PageOfAll> {
  const request = allRequest(kurrentDb.messages, direction, from, count, kurrentDb.filter);
  const found = await ask((leftMs) => read(kurrentDb, request, leftMs), deadlineMs);
  const last = found.at(-1);
  return {
    events: found.flatMap((event) => toOwnEvent(event, kurrentDb.prefix) ?? []),
    last: last && placeOf(last),
    size: found.length,
  };
}

/**
 * On the client's connection and with its error handling, but not through its own `readStream` and `readAll`: those go through a
 * library of native code, which has no deadline and delays about every third small request by 40 ms (docs/decisions/0003-kurrentdb.md).
 * The leader is asked, who knows what was just written.
 */
function read({ client, Streams, convertError }: KurrentDb, request: ReadReq, deadline: number): Promise<Recorded[]> {
  const reading = client['execute'](
    Streams,
    'read',
    (streams) =>
      new Promise<Recorded[]>((resolve, reject) => {
        const found: Recorded[] = [];
        const call = streams.read(request, ...client['callArguments']({ requiresLeader: true, deadline }));
        call.on('data', (response: ReadResp) => {
          const event = response.getEvent()?.getEvent();
          if (event) found.push(event);
        });
        call.on('error', reject);
        // A stream that is not there says so, and ends like an empty one.
        call.on('end', () => resolve(found));
      }),
  );
  return reading.catch((error: Error) => {
    throw convertError(error);
  });
}
