import { v7 as uuidv7 } from 'uuid';
import type { LogWriter } from '../copying/copy-log.js';
import type { RecordedEvent } from '../message.js';
import { callWithDeadline } from './kurrentdb-calls.js';
import type { KurrentDb } from './kurrentdb-client.js';
import { toEventData } from './kurrentdb-records.js';

/** Limits of one append, well below the default of a server (1 MB). An append contains consecutive events of one stream. */
const MAX_EVENTS = 100;
const MAX_CHARACTERS = 400_000;
/** Deadline of an append, longer than for a request because no request waits for the copy. */
const WITHIN_MS = 60_000;

/**
 * Writes events recorded by another log into KurrentDB. Each append starts after the previous one has succeeded, so the order is
 * the same. KurrentDB assigns its own time to each event, so the recorded time is stored in the metadata.
 */
export const kurrentDbLogWriter = ({ client, prefix }: KurrentDb): LogWriter => ({
  append: async (events) => {
    const appendId = uuidv7();
    for (const run of runsOf(events)) {
      const { stream, version } = run[0]!;
      const data = run.map((event) => toEventData(event, { appendId, recordedAt: event.recordedAt }));
      const streamState = version === 0 ? 'no_stream' : BigInt(version - 1);
      await callWithDeadline(
        (deadline) => client.appendToStream(prefix + stream, data, { streamState, deadline }),
        WITHIN_MS,
      );
    }
  },
});

/** Returns runs of consecutive events on the same stream. */
function runsOf(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const runs: RecordedEvent[][] = [];
  let characters = 0;
  for (const event of events) {
    const run = runs.at(-1);
    const size = JSON.stringify(event.data).length;
    characters += size;
    if (run && run[0]!.stream === event.stream && run.length < MAX_EVENTS && characters < MAX_CHARACTERS)
      run.push(event);
    else {
      runs.push([event]);
      characters = size;
    }
  }
  return runs;
}
