import { until } from '../../../testing/until.js';
import { LOG_START } from '../message.js';
import { newStream, sampleEvent, sampleEvents } from '../testing/sample-events.js';
import { useDouble } from './testing/owned-kurrentdb.js';

const doubled = useDouble();
const { open } = doubled;

/** Returns the calls that the double receives during `work`. */
async function callsOf(work: () => Promise<unknown>): Promise<{ append: number; read: number }> {
  const before = { ...doubled.double.log.calls };
  await work();
  const { append, read } = doubled.double.log.calls;
  return { append: append - before.append, read: read - before.read };
}

describe('an append needs one call', () => {
  it('to a new stream and to a stream that this node wrote last', async () => {
    const store = await open();
    const stream = newStream();
    const append = async (): Promise<void> => {
      await store.appendToStream(stream, 'no-stream', sampleEvents(2));
      await store.appendToStream(stream, 1, [sampleEvent()]);
    };
    expect(await callsOf(append)).toEqual({ append: 2, read: 0 });
  });

  it('to a stream that this node read last', async () => {
    const [store, other] = [await open(), await open()];
    const stream = newStream();
    await other.appendToStream(stream, 'no-stream', sampleEvents(2));
    await store.readStream(stream);
    expect(await callsOf(() => store.appendToStream(stream, 1, [sampleEvent()]))).toEqual({ append: 1, read: 0 });
  });

  it('and one read when it is a repeat', async () => {
    const store = await open();
    const [stream, events] = [newStream(), sampleEvents(2)];
    const first = await store.appendToStream(stream, 'no-stream', events);
    const repeat = async () =>
      expect(await store.appendToStream(stream, 'no-stream', events)).toEqual({ ...first, repeated: true });
    expect(await callsOf(repeat)).toEqual({ append: 1, read: 1 });
  });
});

it('recognizes a repeat of an append that is still being replicated', async () => {
  const [store, other] = [await open(), await open()];
  const [stream, event] = [newStream(), sampleEvent()];
  doubled.double.log.isReplicationHeld = true;
  const first = await store.appendToStream(stream, 'no-stream', [event]);
  const repeat = other.appendToStream(stream, 'no-stream', [event]);
  await store.readStream(stream);
  doubled.double.log.isReplicationHeld = false;
  expect(await repeat).toEqual({ ...first, repeated: true });
});

it('finds its own append, whose repeat the server drops while the first try is being replicated', async () => {
  const store = await open();
  const [stream, event] = [newStream(), sampleEvent()];
  doubled.double.log.isReplicationHeld = true;
  doubled.double.fail('append', 'answer lost');
  const began = performance.now();
  const append = store.appendToStream(stream, 'no-stream', [event]);
  await until(() => doubled.double.log.calls.append === 2);
  doubled.double.log.isReplicationHeld = false;
  expect(await append).toEqual({ version: 0, position: await store.head(), repeated: false });
  expect(performance.now() - began).toBeLessThan(2_500);
});

it('returns events with the ids under which they were appended, to streams and to readers of the log', async () => {
  const store = await open();
  const [stream, events] = [newStream(), sampleEvents(2)];
  await store.appendToStream(stream, 'no-stream', events);
  const ids = events.map(({ eventId }) => eventId);
  expect((await store.readStream(stream)).map(({ eventId }) => eventId)).toEqual(ids);
  expect((await store.readAll(LOG_START).next(10)).map(({ eventId }) => eventId)).toEqual(ids);
});

describe('a stream that was damaged in KurrentDB', () => {
  it('gets the version that the server returns after its deletion, and is then reported', async () => {
    const store = await open();
    const stream = newStream();
    await store.appendToStream(stream, 'no-stream', sampleEvents(4));
    doubled.double.log.truncate(stream);
    const { version, position } = await (await open()).appendToStream(stream, 'no-stream', [sampleEvent()]);
    expect([version, position]).toEqual([4, await store.head()]);
    const reason = `The events of stream ${stream} before version 4 were deleted in KurrentDB: restore KurrentDB from a backup.`;
    await expect(store.readStream(stream)).rejects.toThrow(reason);
    await expect((await open()).appendToStream(stream, 4, [sampleEvent()])).rejects.toThrow(reason);
  });

  it('is reported when its beginning was truncated', async () => {
    const store = await open();
    const stream = newStream();
    await store.appendToStream(stream, 'no-stream', sampleEvents(4));
    doubled.double.log.truncate(stream, 3);
    expect((await store.appendToStream(stream, 3, [sampleEvent()])).version).toBe(4);
    await expect(store.readStream(stream)).rejects.toThrow(`The events of stream ${stream} before version 3 were`);
    await expect(store.readParts([{ stream, from: 1, to: 2 }])).rejects.toThrow('restore KurrentDB from a backup');
    expect(await store.readParts([{ stream, from: 3, to: 4 }])).toHaveLength(2);
  });

  it('is reported when it was deleted for good', async () => {
    const store = await open();
    const stream = newStream();
    await store.appendToStream(stream, 'no-stream', [sampleEvent()]);
    doubled.double.log.tombstone(stream);
    const reason = `Stream ${stream} of the event log was deleted in KurrentDB: restore KurrentDB from a backup.`;
    await expect(store.appendToStream(stream, 0, [sampleEvent()])).rejects.toThrow(reason);
    await expect(store.readStream(stream)).rejects.toThrow(reason);
  });
});
