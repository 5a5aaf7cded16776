import { v7 as uuidv7 } from 'uuid';
import type { LogWriter } from '../copying/copy-log.js';
import type { RecordedEvent } from '../message.js';
import { ask } from './kurrentdb-calls.js';
import type { KurrentDb } from './kurrentdb-client.js';
import { toEventData } from './kurrentdb-records.js';

/** An append takes as many events as lie together on one stream, within what a server takes by default (1 MB). */
const MAX_EVENTS = 100;
const MAX_CHARACTERS = 400_000;
/** Nobody waits for an answer as a request does. */
const WITHIN_MS = 60_000;

/**
 * Writes what another log has recorded into KurrentDB, one append after the other: the next begins when the server has answered, so
 * the order is the same. KurrentDB has a time of its own for each event; the recorded one goes into the metadata.
 */
export const kurrentDbLogWriter = ({ client, prefix }: KurrentDb): LogWriter => ({
  append: async (events) => {
    const appendId = uuidv7();
    for (const run of runsOf(events)) {
      const { stream, version } = run[0]!;
      const data = run.map((event) => toEventData(event, { appendId, recordedAt: event.recordedAt }));
      const streamState = version === 0 ? 'no_stream' : BigInt(version - 1);
      await ask((deadline) => client.appendToStream(prefix + stream, data, { streamState, deadline }), WITHIN_MS);
    }
  },
});

/** Neighbours on the same stream. */
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
