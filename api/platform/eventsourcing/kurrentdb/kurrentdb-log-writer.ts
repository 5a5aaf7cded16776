import { randomUUID } from 'node:crypto';
import type { EventData } from '@kurrent/kurrentdb-client';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../domain-error.js';
import { EventTooLarge, type LogWriter, sizeOf } from '../copying/copy-log.js';
import type { RecordedEvent } from '../message.js';
import { callWithDeadline, typeOf } from './kurrentdb-calls.js';
import type { KurrentDb } from './kurrentdb-client.js';
import { toEventData } from './kurrentdb-records.js';

/** Limits of one append, well below the default of a server (1 MB). An append contains consecutive events of one stream. */
const MAX_EVENTS = 100;
const MAX_BYTES = 400_000;
/** Deadline of an append, longer than for a request because no request waits for the copy. */
const WITHIN_MS = 60_000;
/** A version that no stream has. A server refuses an append at it, but checks the size first. */
const NO_VERSION = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Writes events recorded by another log into KurrentDB. Each append starts after the previous one has succeeded, because a server does
 * not keep the order of concurrent appends. KurrentDB assigns its own time to each event, so the recorded time is stored in the metadata.
 */
export const kurrentDbLogWriter = ({ client, prefix, ownership }: KurrentDb): LogWriter => {
  const append = (stream: string, data: EventData[], streamState: bigint | 'no_stream') =>
    callWithDeadline((deadline) => client.appendToStream(prefix + stream, data, { streamState, deadline }), WITHIN_MS);
  const marksOf = ({ recordedAt }: RecordedEvent, appendId: string) => {
    return { appendId, platformId: ownership.platformId, recordedAt };
  };
  return {
    append: async (events) => {
      const appendId = uuidv7();
      for (const run of runsOf(events)) {
        const { stream, version } = run[0]!;
        const data = run.map((event) => toEventData(event, marksOf(event, appendId)));
        try {
          await append(stream, data, version === 0 ? 'no_stream' : BigInt(version - 1));
        } catch (error) {
          throw isTooLarge(error) ? new EventTooLarge(largestOf(run), { cause: error }) : error;
        }
      }
    },
    assertAccepts: async (event) => {
      const data = toEventData(event, marksOf(event, uuidv7()), randomUUID());
      try {
        await append(event.stream, [data], NO_VERSION);
      } catch (error) {
        if (isTooLarge(error)) throw new EventTooLarge(event, { cause: error });
        if (typeOf(error) !== 'wrong-expected-version') throw error;
      }
    },
  };
};

const isTooLarge = (error: unknown): boolean => error instanceof DomainError && error.code === 'PAYLOAD_TOO_LARGE';

const largestOf = (run: readonly RecordedEvent[]): RecordedEvent =>
  run.reduce((largest, event) => (sizeOf(event) > sizeOf(largest) ? event : largest));

/** Returns runs of consecutive events on the same stream. */
function runsOf(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const runs: RecordedEvent[][] = [];
  let bytes = 0;
  for (const event of events) {
    const run = runs.at(-1);
    const size = sizeOf(event);
    bytes += size;
    if (run && run[0]!.stream === event.stream && run.length < MAX_EVENTS && bytes < MAX_BYTES) run.push(event);
    else {
      runs.push([event]);
      bytes = size;
    }
  }
  return runs;
}
