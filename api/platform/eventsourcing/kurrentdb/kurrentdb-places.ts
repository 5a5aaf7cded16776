import { LOG_START, type LogPosition } from '../message.js';
import { LogNotRecognized } from '../recognizing/log-not-recognized.js';
import type { LogPlaces, PlacedEvent } from '../recognizing/log-recognition.js';
import type { KurrentDb } from './kurrentdb-client.js';
import { KurrentDbCursor } from './kurrentdb-cursor.js';
import { readEventAt } from './kurrentdb-reads.js';
import type { OwnEvent } from './kurrentdb-records.js';

/** Returns the name of the log that begins with an event. A copy of the same history is another log. */
export const logNameOf = ({ storedId, created }: OwnEvent): string => `kurrentdb ${storedId} ${created.toISOString()}`;

/** Returns the reads by which the log in KurrentDB is recognized. */
export const kurrentDbPlaces = (kurrentDb: KurrentDb): LogPlaces => ({
  first: async () => {
    const [first] = await new KurrentDbCursor(kurrentDb, LOG_START).next(1);
    return first && placed(first);
  },
  eventAt: async (position) => {
    const found = await readEventAt(kurrentDb, position).catch((error: unknown) => {
      if (error instanceof LogNotRecognized) return null;
      throw error;
    });
    return found ? placed(found) : undefined;
  },
  endEpochsAt: (positions: readonly LogPosition[]) => kurrentDb.epochs.endAt(positions),
});

const placed = (own: OwnEvent): PlacedEvent => ({
  stream: own.event.stream,
  eventId: own.event.eventId,
  storedId: own.storedId,
  recordedAt: new Date(own.event.recordedAt),
  position: own.event.position,
  logName: logNameOf(own),
});
