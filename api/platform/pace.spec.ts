import { Pace } from './pace.js';

let now = 0;
let pace: Pace;

beforeEach(() => {
  now = 1_000;
  pace = new Pace(100, () => now);
});

/** Performs actions as early as the pace allows, and returns when they began. */
function act(times: number): number[] {
  return Array.from({ length: times }, () => {
    now += pace.waitMs;
    pace.count();
    return now;
  });
}

it('does not delay the first actions after a quiet period', () => {
  expect(act(5)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000]);
});

it('spaces all further actions', () => {
  act(5);
  expect(act(3)).toEqual([1_100, 1_200, 1_300]);
});

it('never delays actions that are further apart', () => {
  for (let nth = 0; nth < 50; nth += 1) {
    expect(pace.waitMs).toBe(0);
    pace.count();
    now += 100;
  }
});

it('forgets the load after a quiet period', () => {
  act(20);
  now += 500;
  expect(act(5)).toEqual([now, now, now, now, now]);
});
