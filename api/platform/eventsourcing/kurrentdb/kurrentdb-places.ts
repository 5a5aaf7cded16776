import { randomUUID } from 'node:crypto';
import { StartError } from '../../database/start-error.js';
import { LOG_START, type LogPosition } from '../message.js';
import { LogNotRecognized } from '../recognizing/log-not-recognized.js';
import { ownerOf } from '../recognizing/log-owner.js';
import type { LogPlaces, PlacedEvent } from '../recognizing/log-recognition.js';
import type { KurrentDb } from './kurrentdb-client.js';
import { eventsAfter, KurrentDbCursor } from './kurrentdb-cursor.js';
import { readEventAt } from './kurrentdb-reads.js';
import type { PlatformEvent } from './kurrentdb-records.js';
import { forEveryPlatform } from './log-ownership.js';

/** Ends the prefix of a platform. No prefix contains it elsewhere, so none begins with another. */
const SEPARATOR = ':';

/** Returns the name of the log that begins with an event. A copy of the same history is another log. */
export const logNameOf = ({ storedId, created }: PlatformEvent): string =>
  `kurrentdb ${storedId} ${created.toISOString()}`;

/** Returns the reads by which the log in KurrentDB is recognized. They see the events of all platforms with the same prefix. */
export function kurrentDbPlaces(kurrentDb: KurrentDb): LogPlaces {
  const everyPlatform = forEveryPlatform(kurrentDb);
  return {
    first: async () => {
      const [first] = await new KurrentDbCursor(everyPlatform, LOG_START).next(1);
      return first && placed(first);
    },
    firstOf: async (platformId) => {
      for await (const event of eventsAfter(everyPlatform, LOG_START))
        if (ownerOf(placed(event)).platformId === platformId) return placed(event);
      return undefined;
    },
    eventAt: async (position) => {
      const found = await readEventAt(everyPlatform, position).catch((error: unknown) => {
        if (error instanceof LogNotRecognized) return null;
        throw error;
      });
      return found ? placed(found) : undefined;
    },
    assertMayBegin: () => assertMayBegin(kurrentDb),
    assignTo: (owner) => kurrentDb.ownership.assign(owner),
    endEpochsAt: (positions: readonly LogPosition[]) => kurrentDb.epochs.endAt(positions),
  };
}

/**
 * Prepares the log to copy from or to: finds its owner, or begins a log in a part of the cluster where no platform has one. A copy
 * of a log is another log with its own id, because both may be in one cluster.
 * @param platformId the recorded id, for a log that does not begin with the first event that is found
 * @returns the id of the platform
 * @throws StartError when no log may begin with the prefix
 */
export async function prepareForCopy(kurrentDb: KurrentDb, platformId: string | undefined): Promise<string> {
  const places = kurrentDbPlaces(kurrentDb);
  const first = (platformId && (await places.firstOf(platformId))) || (await places.first());
  if (!first) places.assertMayBegin();
  const owner = first ? ownerOf(first) : { platformId: randomUUID(), includesUnmarked: false };
  places.assignTo(owner);
  return owner.platformId;
}

/** A log of an older version keeps its prefix without a separator. */
function assertMayBegin({ prefix }: KurrentDb): void {
  if (prefix === '' || prefix.endsWith(SEPARATOR)) return;
  throw new StartError(
    `KURRENTDB_STREAM_PREFIX: a new log needs a prefix that ends with a colon: write ${prefix}${SEPARATOR} instead of ${prefix}. If this platform has a log already, check KURRENTDB_URL and the prefix, because there is none.`,
  );
}

const placed = (found: PlatformEvent): PlacedEvent => ({
  stream: found.event.stream,
  version: found.event.version,
  eventId: found.event.eventId,
  storedId: found.storedId,
  recordedAt: new Date(found.event.recordedAt),
  position: found.event.position,
  mark: found.mark,
  logName: logNameOf(found),
});
