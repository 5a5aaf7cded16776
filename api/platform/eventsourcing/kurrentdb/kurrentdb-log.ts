import type { KurrentDbSettings } from '../../../config-settings.js';
import type { WakeUps } from '../../database/wake-ups.js';
import type { StreamPart } from '../event-store.js';
import type { Log } from '../log.js';
import { LOG_START } from '../message.js';
import { openKurrentDb } from './kurrentdb-client.js';
import { eventsAfter } from './kurrentdb-cursor.js';
import { KurrentDbDigests } from './kurrentdb-digests.js';
import { KurrentDbEventStore } from './kurrentdb-event-store.js';

/** The log in KurrentDB; nothing is asked of the server yet. */
export async function openKurrentDbLog(settings: KurrentDbSettings, wakeUps: WakeUps): Promise<Log> {
  const kurrentDb = await openKurrentDb(settings);
  const store = new KurrentDbEventStore(kurrentDb, wakeUps);
  return {
    store,
    digests: new KurrentDbDigests(kurrentDb),
    placesOf: async (text) => {
      const places: StreamPart[] = [];
      for await (const { event, bytes } of eventsAfter(kurrentDb, LOG_START)) {
        const { stream, version } = event;
        if ([stream, bytes.data.toString('utf8'), bytes.metadata.toString('utf8')].some((part) => part.includes(text)))
          places.push({ stream, from: version, to: version });
      }
      return places;
    },
    close: () => store.close(),
  };
}
