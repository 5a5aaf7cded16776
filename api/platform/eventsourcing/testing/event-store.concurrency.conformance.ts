import { setTimeout as delay } from 'node:timers/promises';
import { isTransientFailure } from '../../failures.js';
import { type EventStore, VersionConflict } from '../event-store.js';
import type { StoresUnderTest } from './event-store.conformance.js';
import { newStream, sampleEvent, sampleEvents } from './sample-events.js';

const TRIES = 5;

const succeeded = (results: PromiseSettledResult<unknown>[]): number =>
  results.filter((result) => result.status === 'fulfilled').length;

/** Retries an append without an answer, as callers do. The repeat has the same events. */
async function untilAnswered<T>(append: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await append();
    } catch (error) {
      if (!isTransientFailure(error) || tries === TRIES) throw error;
    }
  }
}

/** Tests of concurrent appends through two nodes. */
export function describeConcurrentAppends(stores: () => StoresUnderTest, crossingMs: number): void {
  const eitherNode = (index: number): EventStore => (index % 2 === 0 ? stores().one : stores().other);

  it('accepts exactly one of 20 first events', async () => {
    const stream = newStream();
    const tries = Array.from({ length: 20 }, (_, index) =>
      eitherNode(index).appendToStream(stream, 'no-stream', [sampleEvent()]),
    );
    expect(succeeded(await Promise.allSettled(tries))).toBe(1);
    expect(await stores().one.readStream(stream)).toHaveLength(1);
  });

  it('accepts exactly one of 20 appends at the same version', async () => {
    const stream = newStream();
    await stores().one.appendToStream(stream, 'no-stream', [sampleEvent()]);
    const tries = Array.from({ length: 20 }, (_, index) =>
      eitherNode(index).appendToStream(stream, 0, sampleEvents(2)),
    );
    expect(succeeded(await Promise.allSettled(tries))).toBe(1);
    expect((await stores().one.readStream(stream)).map((event) => event.version)).toEqual([0, 1, 2]);
  });

  it('returns the same position for 20 concurrent repeats of one append', async () => {
    const stream = newStream();
    const event = sampleEvent();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => eitherNode(index).appendToStream(stream, 'no-stream', [event])),
    );
    expect(new Set(results.map(({ position }) => JSON.stringify(position, stringifyBigInt))).size).toBe(1);
    expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1);
  });

  it('returns to each caller of a group its own result', async () => {
    const streams = Array.from({ length: 200 }, newStream);
    const taken = streams.filter((_, index) => index % 3 === 0);
    await Promise.all(taken.map((stream) => stores().one.appendToStream(stream, 'no-stream', [sampleEvent()])));
    const results = await Promise.allSettled(
      streams.map((stream, index) => {
        const event = sampleEvent({ index });
        return untilAnswered(() => eitherNode(index).appendToStream(stream, 'no-stream', [event]));
      }),
    );
    expect(results.map((result) => result.status)).toEqual(
      streams.map((_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')),
    );
  });

  it('appends first and later events of many streams in one turn of the event loop', async () => {
    const streams = Array.from({ length: 60 }, newStream);
    await Promise.all(
      streams.slice(0, 30).map((stream) => stores().one.appendToStream(stream, 'no-stream', [sampleEvent()])),
    );
    await Promise.all(
      streams.map((stream, index) =>
        eitherNode(index).appendToStream(stream, index < 30 ? 0 : 'no-stream', sampleEvents((index % 3) + 1)),
      ),
    );
    for (const [index, stream] of streams.entries()) {
      expect(await stores().one.readStream(stream)).toHaveLength((index % 3) + 1 + (index < 30 ? 1 : 0));
    }
  });

  it('keeps the order of sequential appends of one caller', async () => {
    const stream = newStream();
    await stores().one.appendToStream(stream, 'no-stream', [sampleEvent({ index: 0 })]);
    for (let index = 1; index < 30; index += 1) {
      await eitherNode(index).appendToStream(stream, index - 1, [sampleEvent({ index })]);
    }
    const read = await stores().one.readStream(stream);
    expect(read.map((event) => (event.data as { index: number }).index)).toEqual(read.map((_, index) => index));
  });

  it('keeps streams contiguous while 16 writers append to the same streams through two nodes', async () => {
    const streams = Array.from({ length: 8 }, newStream);
    let conflicts = 0;
    let written = 0;
    const until = Date.now() + crossingMs;
    const writer = async (seed: number): Promise<void> => {
      for (let turn = 0; Date.now() < until; turn += 1) {
        const node = eitherNode(seed + turn);
        const picked = [streams[(seed + turn) % 8]!, streams[(seed * 3 + turn * 5) % 8]!];
        await Promise.all(
          [...new Set(picked)].map(async (stream) => {
            const head = (await node.readStream(stream)).at(-1)?.version ?? 'no-stream';
            const events = sampleEvents((turn % 2) + 1);
            await node.appendToStream(stream, head, events).then(
              () => (written += events.length),
              (error: unknown) => {
                if (!(error instanceof VersionConflict)) throw error;
                conflicts += 1;
              },
            );
          }),
        );
        await delay((seed * 7 + turn) % 3);
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, seed) => writer(seed)));
    let found = 0;
    for (const stream of streams) {
      const versions = (await stores().one.readStream(stream)).map((event) => event.version);
      expect(versions).toEqual(versions.map((_, index) => index));
      found += versions.length;
    }
    expect(found).toBe(written);
    expect(conflicts).toBeGreaterThan(0);
  });
}

const stringifyBigInt = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
