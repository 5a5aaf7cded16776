import type { Pool } from 'pg';
import type { KurrentDbSettings } from '../../../config-settings.js';
import type { WakeUps } from '../../database/wake-ups.js';
import type { StreamPart } from '../event-store.js';
import type { Backlog, Log } from '../log.js';
import { LOG_START, type LogPosition } from '../message.js';
import { LogNotRecognized } from '../recognizing/log-not-recognized.js';
import { LogRecognition } from '../recognizing/log-recognition.js';
import { RecognizingEventStore } from '../recognizing/recognizing-event-store.js';
import { type KurrentDb, openKurrentDb } from './kurrentdb-client.js';
import { eventsAfter } from './kurrentdb-cursor.js';
import { KurrentDbDigests } from './kurrentdb-digests.js';
import { KurrentDbEventStore } from './kurrentdb-event-store.js';
import { probeKurrentDb } from './probe.js';
import { RefusingInOutage } from './refusing-in-outage.js';
import { LogEnd } from './log-end.js';
import { kurrentDbLogWriter } from './kurrentdb-log-writer.js';
import { kurrentDbPlaces, prepareForCopy } from './kurrentdb-places.js';

/**
 * Opens the log in KurrentDB. Sends no request to the server yet.
 * @param pool the database that must recognize the log before it is used
 */
export async function openKurrentDbLog(
  settings: KurrentDbSettings,
  wakeUps: WakeUps,
  pool: Pick<Pool, 'query'>,
): Promise<Log> {
  const kurrentDb = await openKurrentDb(settings);
  return logOn(kurrentDb, settings, wakeUps, new LogRecognition(pool, kurrentDbPlaces(kurrentDb)));
}

/** The log that a restore copies to. `prepare` must be called before it is used, see {@link prepareForCopy}. */
interface KurrentDbTarget {
  readonly log: Log;
  prepare(platformId: string | undefined): Promise<string>;
}

/** Opens the log in KurrentDB for a restore, without a database that knows it. Sends no request to the server yet. */
export async function openKurrentDbTarget(settings: KurrentDbSettings, wakeUps: WakeUps): Promise<KurrentDbTarget> {
  const kurrentDb = await openKurrentDb(settings);
  const prepare = (platformId: string | undefined) => prepareForCopy(kurrentDb, platformId);
  return { log: logOn(kurrentDb, settings, wakeUps), prepare };
}

function logOn(kurrentDb: KurrentDb, settings: KurrentDbSettings, wakeUps: WakeUps, recognition?: LogRecognition): Log {
  const end = new LogEnd();
  const store = new KurrentDbEventStore(kurrentDb, wakeUps, end);
  return {
    store: new RefusingInOutage(recognition ? new RecognizingEventStore(store, recognition) : store),
    ...(recognition && { recognition }),
    readPartsWith: (_reads, parts) => store.readParts(parts),
    digests: new KurrentDbDigests(kurrentDb, end),
    writer: kurrentDbLogWriter(kurrentDb),
    findText: async (text) => {
      const places: StreamPart[] = [];
      for await (const { event, bytes } of eventsAfter(kurrentDb, LOG_START)) {
        const { stream, version } = event;
        if ([stream, bytes.data.toString('utf8'), bytes.metadata.toString('utf8')].some((part) => part.includes(text)))
          places.push({ stream, from: version, to: version });
      }
      return places;
    },
    backlogOf: (position, most) => backlogOf(kurrentDb, end, position, most),
    findOutage: () => probeKurrentDb(settings, kurrentDb),
    close: () => store.close(),
  };
}

async function backlogOf(kurrentDb: KurrentDb, end: LogEnd, position: LogPosition, most: number): Promise<Backlog> {
  let events = 0;
  let oldest: number | undefined;
  try {
    for await (const { event } of eventsAfter(kurrentDb, position, end)) {
      oldest ??= Date.parse(event.recordedAt);
      events += 1;
      if (events === most) break;
    }
  } catch (error) {
    // In an older state of the log nothing is waiting; readiness reports it.
    if (!(error instanceof LogNotRecognized)) throw error;
  }
  return { events, seconds: oldest === undefined ? 0 : Math.max(0, Date.now() - oldest) / 1_000 };
}
