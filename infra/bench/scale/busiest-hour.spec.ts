import { arrivalsAt, busiestHour, busiestLoad, HOUR, resultsAt } from './busiest-hour.js';
import type { Costs } from './costs.js';

const cost = (http: number, database = http) => ({ http, worker: 0, database });
const COSTS: Costs = {
  score: cost(1_000),
  signIn: cost(20_000, 1_000),
  admission: cost(1_000),
  socketSecond: cost(10, 1),
  nodeSecond: cost(10_000),
  gradebookPush: 10,
  boardPush: 20,
  socketMemory: 0.02,
  nodeMemory: 150,
  projected: 8_000,
  eventBytes: 1_500,
  pushesPerScore: 20,
  boardBytes: 5_000,
};

it('lets each student sign in once, and submit the assumed number of results', () => {
  const seconds = Array.from({ length: 5_400 }, (_, index) => index - 1_800);
  const sum = (at: (second: number) => number): number => seconds.reduce((total, second) => total + at(second), 0);
  expect(sum((second) => arrivalsAt(30_000, second))).toBeCloseTo(30_000, -1);
  expect(sum((second) => resultsAt(30_000, second))).toBeCloseTo(30_000 * HOUR.resultsOfAStudent, -3);
});

it('adds up the load of the busiest moment', () => {
  const load = busiestLoad(COSTS, 10_000);
  const signIns = arrivalsAt(10_000, 0);
  expect(load.passwords).toBeCloseTo((signIns * 20_000) / 1e6, 6);
  // At the end, when results arrive twice as fast.
  expect(load.loops).toBeCloseTo((resultsAt(10_000, 3_600) * 1_000 + 100_000) / 1e6, 6);
  expect(load.projector).toBeCloseTo((signIns * 2 + resultsAt(10_000, 0)) / 8_000, 6);
});

it('adds nodes for more students, and keeps delays within the limit', () => {
  const [small, large] = [busiestHour(COSTS, 50_000), busiestHour(COSTS, 500_000)];
  expect(large.httpNodes).toBeGreaterThan(small.httpNodes * 5);
  for (const hour of [small, large]) {
    expect(hour.waitP99).toBeLessThanOrEqual(HOUR.longestWaitMs);
    expect(hour.projectorLag).toBeLessThan(1);
  }
});

it('returns the same values for each call', () => {
  expect(busiestHour(COSTS, 50_000)).toEqual(busiestHour(COSTS, 50_000));
});

it('falls behind without limit when more events arrive than one projector can apply', () => {
  expect(busiestHour({ ...COSTS, projected: 10 }, 50_000).projectorLag).toBe(Number.POSITIVE_INFINITY);
});
