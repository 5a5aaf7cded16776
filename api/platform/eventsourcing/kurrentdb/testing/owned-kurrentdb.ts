import type { KurrentDbSettings } from '../../../../config-settings.js';
import { WakeUps } from '../../../database/wake-ups.js';
import type { LogOwner } from '../../recognizing/log-owner.js';
import { type KurrentDb, openKurrentDb } from '../kurrentdb-client.js';
import { KurrentDbEventStore } from '../kurrentdb-event-store.js';
import { LogOwnership } from '../log-ownership.js';
import { KurrentDbDouble } from './kurrentdb-double.js';

/** The platform of specs that need only one. */
const OWNER: LogOwner = { platformId: '6f0a2d5e-0000-4000-8000-000000000001', includesUnmarked: false };

/** Opens a connection whose log belongs to a platform already, as after its recognition. */
export async function openOwned(settings: KurrentDbSettings, owner = OWNER): Promise<KurrentDb> {
  const kurrentDb = await openKurrentDb(settings);
  kurrentDb.ownership.assign(owner);
  return kurrentDb;
}

export const openOwnedStore = async (settings: KurrentDbSettings, owner = OWNER): Promise<KurrentDbEventStore> =>
  new KurrentDbEventStore(await openOwned(settings, owner), new WakeUps());

/** A double, and the stores that a spec opens on it. */
export interface DoubleWithStores {
  readonly double: KurrentDbDouble;
  /** Opens a store like a node of the owner. It is closed after the test. */
  open(streamPrefix?: string, owner?: LogOwner): Promise<KurrentDbEventStore>;
}

/** Starts a double before each test of the file, and closes it with its stores after the test. */
export function useDouble(): DoubleWithStores {
  let double: KurrentDbDouble;
  const opened: KurrentDbEventStore[] = [];
  beforeEach(async () => {
    double = await KurrentDbDouble.start();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    double.close();
  });
  return {
    get double() {
      return double;
    },
    open: async (streamPrefix = '', owner = OWNER) => {
      const store = await openOwnedStore({ url: double.url, streamPrefix }, owner);
      opened.push(store);
      return store;
    },
  };
}

/** Writes events without an id, and takes the events of every platform for its own, like versions without platform ids. */
export class OlderVersion extends LogOwnership {
  override get platformId(): string {
    // The metadata of an event do not contain an undefined field.
    return undefined as unknown as string;
  }

  override includes(): boolean {
    return true;
  }
}
