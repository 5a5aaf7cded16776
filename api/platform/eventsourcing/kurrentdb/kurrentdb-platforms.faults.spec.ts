import { WakeUps } from '../../database/wake-ups.js';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { claimLogEngine } from '../log-location.js';
import { LOG_START, type RecordedEvent } from '../message.js';
import { LogRecognition } from '../recognizing/log-recognition.js';
import { newStream, sampleEvent, sampleEvents } from '../testing/sample-events.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { openKurrentDb } from './kurrentdb-client.js';
import { KurrentDbDigests } from './kurrentdb-digests.js';
import { KurrentDbEventStore } from './kurrentdb-event-store.js';
import { kurrentDbPlaces, prepareForCopy } from './kurrentdb-places.js';
import { OlderVersion, openOwned, useDouble } from './testing/owned-kurrentdb.js';

const [ALPHA, BETA] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const owner = (platformId: string) => ({ platformId, includesUnmarked: false });

const doubled = useDouble();
const idsOf = (events: readonly { readonly eventId: string }[]) => events.map(({ eventId }) => eventId);
const everything = async (store: KurrentDbEventStore): Promise<readonly RecordedEvent[]> =>
  store.readAll(LOG_START).next(1_000);
const settings = (streamPrefix = '') => ({ url: doubled.double.url, streamPrefix });

/** Returns the marks of all events of platforms in the double. */
const marks = (): unknown[] =>
  doubled.double.log.records
    .filter(({ stream }) => !stream.startsWith('$'))
    .map(({ metadata }) => (JSON.parse(Buffer.from(metadata).toString()) as { platformId?: string }).platformId);

describe('two platforms in one cluster', () => {
  it.each([
    ['', 'q:'],
    ['', 'q'],
    ['q', 'q2'],
    ['q', 'q:'],
  ])('with the prefixes "%s" and "%s" see only their own events, also when both write concurrently', async (a, b) => {
    const [alpha, beta] = [await doubled.open(a, owner(ALPHA)), await doubled.open(b, owner(BETA))];
    const [ofAlpha, ofBeta] = [sampleEvents(20), sampleEvents(20)];
    const waiting = alpha.readAll(LOG_START);
    const write = async (store: KurrentDbEventStore, events: typeof ofAlpha) => {
      for (const event of events) await store.appendToStream(newStream(), 'no-stream', [event]);
    };
    await Promise.all([write(alpha, ofAlpha), write(beta, ofBeta)]);
    expect(idsOf(await everything(alpha))).toEqual(idsOf(ofAlpha));
    expect(idsOf(await everything(beta))).toEqual(idsOf(ofBeta));
    expect(idsOf(await waiting.next(1_000))).toEqual(idsOf(ofAlpha));
    for (const store of [alpha, beta]) expect(await store.head()).toEqual((await everything(store)).at(-1)!.position);
    for (const [prefix, id] of [
      [a, ALPHA],
      [b, BETA],
    ] as const) {
      const kurrentDb = await openOwned(settings(prefix), owner(id));
      const digests = new KurrentDbDigests(kurrentDb);
      expect(await digests.countAfter(LOG_START)).toBe(20);
      expect((await digests.digestSettled(LOG_START, 1_000))?.events).toBe(20);
      await kurrentDb.client.dispose();
    }
  });

  it('are reported when they write to the same stream', async () => {
    const [alpha, beta] = [await doubled.open('', owner(ALPHA)), await doubled.open('', owner(BETA))];
    const stream = newStream();
    await alpha.appendToStream(stream, 'no-stream', [sampleEvent()]);
    const reason = `Stream ${stream} of the event log contains events of another platform: give each platform its own KURRENTDB_STREAM_PREFIX.`;
    await expect(beta.readStream(stream)).rejects.toThrow(reason);
    await expect(beta.appendToStream(stream, 'no-stream', [sampleEvent()])).rejects.toThrow(reason);
  });
});

describe('the log of a database', () => {
  let database: TestDatabase;
  let node: PostgresNode;
  const opened: KurrentDbEventStore[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    node = await openNode(database.appUrl);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    await node.close();
    await database.drop();
  });

  /** Takes the first steps of a start, and returns a store that appends like the started node. */
  async function start(streamPrefix = '', pool = node.pool): Promise<KurrentDbEventStore> {
    const kurrentDb = await openKurrentDb(settings(streamPrefix));
    const store = new KurrentDbEventStore(kurrentDb, new WakeUps());
    opened.push(store);
    const recognition = new LogRecognition(pool, kurrentDbPlaces(kurrentDb));
    await recognition.lookAtStart();
    await claimLogEngine(pool, 'kurrentdb');
    await recognition.begin();
    await recognition.remember();
    return store;
  }

  /** Returns a store that appends like a node of a version without platform ids. */
  async function startOlder(streamPrefix = ''): Promise<KurrentDbEventStore> {
    const kurrentDb = { ...(await openKurrentDb(settings(streamPrefix))), ownership: new OlderVersion() };
    const store = new KurrentDbEventStore(kurrentDb, new WakeUps());
    opened.push(store);
    return store;
  }
  const append = async (store: KurrentDbEventStore, event = sampleEvent()) => {
    await store.appendToStream(newStream(), 'no-stream', [event]);
    return event;
  };
  const recorded = async () =>
    (await node.pool.query<{ platform_id: string | null }>('select platform_id from plain.log_location')).rows[0]
      ?.platform_id;

  it('has one id, which all nodes write into every event', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    await append(one);
    await append(other);
    await append(await start());
    expect(new Set(marks())).toEqual(new Set([await recorded()]));
  });

  it('may begin before or after that of a platform with a prefix', async () => {
    const elsewhere = await createTestDatabase();
    const neighbour = await openNode(elsewhere.appUrl);
    const [alpha, beta] = [await start(), await start('q:', neighbour.pool)];
    const ofBeta = await append(beta);
    // The log of the platform without a prefix is still empty, and its node starts again.
    const again = await start();
    expect(await everything(again)).toEqual([]);
    const ofAlpha = await append(alpha);
    expect(idsOf(await everything(await start()))).toEqual([ofAlpha.eventId]);
    expect(idsOf(await everything(await start('q:', neighbour.pool)))).toEqual([ofBeta.eventId]);
    await neighbour.close();
    await elsewhere.drop();
  });

  it('does not begin among the events of another platform, and nothing is written', async () => {
    await append(await doubled.open('q:', owner(BETA)));
    const before = doubled.double.log.records.length;
    await expect(start()).rejects.toThrow(
      /contains the log of a platform, but this database is empty: .* For a new platform, set a KURRENTDB_STREAM_PREFIX of its own, such as alpha:\./,
    );
    await expect(start('q:')).rejects.toThrow(/set a KURRENTDB_STREAM_PREFIX of its own/);
    expect(doubled.double.log.records.length).toBe(before);
    expect(await recorded()).toBeUndefined();
  });

  it('begins only with a prefix that ends with a colon', async () => {
    await expect(start('q')).rejects.toThrow(
      /^KURRENTDB_STREAM_PREFIX: a new log needs a prefix that ends with a colon: write q: instead of q\./,
    );
    expect(await recorded()).toBeUndefined();
    const event = await append(await start('q:'));
    expect(idsOf(await everything(await start('q:')))).toEqual([event.eventId]);
  });

  describe('of a version without platform ids', () => {
    /** Appends an event with an older version, whose database has a name of the log or none. */
    async function olderLog(streamPrefix = ''): Promise<string> {
      await claimLogEngine(node.pool, 'kurrentdb');
      return (await append(await startOlder(streamPrefix))).eventId;
    }

    it.each(['', 'q'])('continues with the prefix "%s", and its new events have an id', async (prefix) => {
      const old = await olderLog(prefix);
      const added = await append(await start(prefix));
      expect(marks()).toEqual([undefined, await recorded()]);
      expect(idsOf(await everything(await start(prefix)))).toEqual([old, added.eventId]);
    });

    it('contains the events of older and newer nodes during a rolling upgrade', async () => {
      const ids = [await olderLog()];
      const [older, newer] = [await startOlder(), await start()];
      for (const store of [newer, older, newer, older]) ids.push((await append(store)).eventId);
      expect(idsOf(await everything(newer))).toEqual(ids);
      expect(idsOf(await everything(older))).toEqual(ids);
      expect(idsOf(await everything(await start()))).toEqual(ids);
    });

    it.each(['platform_id = null, log_name = null, first_position = null', 'platform_id = null'])(
      'keeps its id when the database is restored to a state of before the upgrade (%s)',
      async (before) => {
        const ids = [await olderLog(), (await append(await start())).eventId];
        const id = await recorded();
        await node.pool.query(`update plain.log_location set ${before}`);
        const again = await start();
        expect(await recorded()).toBe(id);
        expect(idsOf(await everything(again))).toEqual(ids);
      },
    );

    it('is not the one that begins with an id', async () => {
      await claimLogEngine(node.pool, 'kurrentdb');
      await append(await doubled.open('', owner(BETA)));
      await expect(start()).rejects.toThrow(/contains another log than the one that this database has read/);
      expect(await recorded()).toBeNull();
    });
  });

  it('is refused when the newest event that the database has read belongs to another platform, but can be backed up', async () => {
    const own = await append(await start());
    await append(await doubled.open('q:', owner(BETA)));
    const older = await startOlder();
    const { eventId, stream, version, position } = (await everything(older)).at(-1)!;
    await node.pool.query(
      `insert into plain.checkpoints (reader, position, leader_epoch, event_id, stream, version, sequence)
       values ('projector', $1, 1, $2, $3, $4, 2)`,
      [`${position.epoch}.${position.transactionId}.${position.position}`, eventId, stream, version],
    );
    await expect(start()).rejects.toThrow(/has read events of another platform.*restore it into a new database/);
    const kurrentDb = await openKurrentDb(settings());
    const forBackup = new KurrentDbEventStore(kurrentDb, new WakeUps());
    opened.push(forBackup);
    await new LogRecognition(node.pool, kurrentDbPlaces(kurrentDb)).lookForCommand();
    expect(idsOf(await everything(forBackup))).toEqual([own.eventId]);
  });

  describe('that a copy prepares', () => {
    const prepare = async (streamPrefix: string, platformId?: string) => {
      const kurrentDb = await openKurrentDb(settings(streamPrefix));
      opened.push(new KurrentDbEventStore(kurrentDb, new WakeUps()));
      return prepareForCopy(kurrentDb, platformId);
    };

    it('has its own id, because the original may be in the same cluster', async () => {
      await append(await doubled.open('alpha:', owner(ALPHA)));
      expect(await prepare('beta:', ALPHA)).not.toBe(ALPHA);
    });

    it('continues with the id of its first event', async () => {
      await append(await doubled.open('', owner(ALPHA)));
      await append(await doubled.open('q:', owner(BETA)));
      expect(await prepare('')).toBe(ALPHA);
      expect(await prepare('', BETA)).toBe(BETA);
    });

    it('needs a prefix that ends with a colon', async () => {
      await expect(prepare('q')).rejects.toThrow(/write q: instead of q/);
    });
  });
});
