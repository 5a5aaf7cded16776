import { jest } from '@jest/globals';
import { DatabaseClock } from './database-clock.js';

const NOON = Date.parse('2026-03-01T12:00:00Z');
let monotonicMs: number;
let clock: DatabaseClock;
beforeEach(() => {
  monotonicMs = 1_000;
  clock = clockReading(0);
});
afterEach(() => jest.restoreAllMocks());

const clockReading = (afterNoonMs: number, errorMs = 1) =>
  new DatabaseClock({ timeMs: NOON + afterNoonMs, atMs: monotonicMs, errorMs }, () => monotonicMs);

/** Adds a reading that was taken just now. */
const read = (afterNoonMs: number, errorMs = 1) =>
  clock.add({ timeMs: NOON + afterNoonMs, atMs: monotonicMs, errorMs });
const afterNoon = () => clock.now().getTime() - NOON;

it('shows the time of the database, and continues it with the monotonic clock', () => {
  expect(afterNoon()).toBe(0);
  monotonicMs += 1_500;
  expect(afterNoon()).toBe(1_500);
});

it('does not follow a step of the machine’s clock, which is its skew', () => {
  const wall = jest.spyOn(Date, 'now').mockReturnValue(NOON + 120_000);
  expect([clock.skewMs, afterNoon()]).toEqual([120_000, 0]);
  wall.mockReturnValue(NOON - 120_000);
  expect([clock.skewMs, afterNoon()]).toEqual([-120_000, 0]);
});

it('takes a reading that is as exact as the last one', () => {
  monotonicMs += 2_000;
  read(2_001.5);
  expect(afterNoon()).toBe(2_001);
});

it('ignores a reading of a slow round trip', () => {
  monotonicMs += 2_000;
  read(2_400, 500);
  expect(afterNoon()).toBe(2_000);
});

it('takes a less exact reading when the last one is so old that clocks may have drifted', () => {
  monotonicMs += 100_000;
  read(100_040, 50);
  expect(afterNoon()).toBe(100_040);
});

it.each([
  ['forward', 60_000],
  ['back', -60_000],
])('follows a step of the database’s clock %s, after a failover for example', (_, stepMs) => {
  expect(afterNoon()).toBe(0);
  monotonicMs += 2_000;
  read(2_000 + stepMs, 500);
  expect(afterNoon()).toBe(2_000 + stepMs);
});

it('never goes back because of a small correction', () => {
  clock = clockReading(0, 20);
  monotonicMs += 2_000;
  expect(afterNoon()).toBe(2_000);
  read(1_990);
  expect(afterNoon()).toBe(2_000);
  monotonicMs += 15;
  expect(afterNoon()).toBe(2_005);
});

it('says how long ago the database answered, whichever reading it uses', () => {
  monotonicMs += 2_000;
  expect(clock.unreadForMs).toBe(2_000);
  read(2_000, 500);
  expect(clock.unreadForMs).toBe(0);
});
