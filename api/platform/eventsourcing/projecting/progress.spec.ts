import { jest } from '@jest/globals';
import type { Pool } from 'pg';
import type { Hints } from '../../database/hints.js';
import type { EventStore } from '../event-store.js';
import { type LogPosition, parsePosition } from '../message.js';
import { Progress } from './progress.js';

const position = (sequence: number): LogPosition => parsePosition(`1.1.${sequence}`)!;
let now = 0;

beforeEach(() => {
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** A node whose read models have the position that the test stores. */
function node() {
  const stored = { position: '1.1.9', reads: 0 };
  const query = async (): Promise<unknown> => {
    stored.reads += 1;
    return { rows: [{ position: stored.position }] };
  };
  const hints = { count: () => 0, wait: async (_channel: string, _seen: number, ms: number) => void (now += ms) };
  const progress = new Progress(
    { query } as unknown as Pool,
    { head: async () => position(9) } as unknown as EventStore,
    hints as unknown as Hints,
  );
  return { stored, progress };
}

it('reads the stored position at most once a second while the requested position is projected', async () => {
  const { stored, progress } = node();
  for (let requests = 0; requests < 100; requests += 1) {
    expect(await progress.waitFor(position(9), 100)).toBe(true);
    now += 5;
  }
  expect(stored.reads).toBe(1);
});

it('detects that a crash has reset the read models', async () => {
  const { stored, progress } = node();
  expect(await progress.waitFor(position(9), 100)).toBe(true);
  stored.position = '1.1.4';
  now += 1_000;
  expect(await progress.waitFor(position(9), 100)).toBe(false);
  expect(await progress.waitFor(position(4), 100)).toBe(true);
  stored.position = '1.1.9';
  expect(await progress.waitFor(position(9), 100)).toBe(true);
});
