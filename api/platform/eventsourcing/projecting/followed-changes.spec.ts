import { type DeliveredChanges, FollowedChanges } from './followed-changes.js';

function setUp() {
  const followed = new FollowedChanges();
  const start = performance.now();
  const deliver = (afterMs: number, other: Partial<DeliveredChanges> = {}) => {
    followed.delivered({
      sequence: 5,
      projected: 5,
      requestedAt: start + afterMs,
      readAt: 1_000_000 + afterMs,
      changes: [],
      ...other,
    });
    return followed.period;
  };
  return { followed, start, deliver };
}

it('has no period before the first read of changes', () => {
  expect(new FollowedChanges().period).toBeUndefined();
});

it('continues the period while changes are read within two seconds', () => {
  const { deliver, followed } = setUp();
  expect([0, 2_000, 4_000].map((afterMs) => deliver(afterMs))).toEqual([1, 1, 1]);
  expect(followed.sequence).toBe(5);
});

it('ends the period when changes have not been read for two seconds', () => {
  expect(setUp().deliver(-2_001)).toBeUndefined();
});

it('begins another period after a pause, by either clock', () => {
  const { deliver, start } = setUp();
  deliver(-3_000);
  expect(deliver(-500)).toBe(2);
  expect(deliver(0, { readAt: 1_003_000 })).toBe(3);
  expect(deliver(0, { requestedAt: start, readAt: 1_000_000 })).toBe(4);
});

it('begins another period after an interruption', () => {
  const { followed, deliver } = setUp();
  deliver(0);
  followed.interrupt();
  expect(followed.period).toBeUndefined();
  expect(deliver(100)).toBe(2);
});

it('has no period while the projector is late', () => {
  const { deliver } = setUp();
  const recorded = (ageMs: number) => ({ changes: [{}, { recordedAt: 1_000_000 - ageMs }] });
  expect(deliver(0, recorded(1_999))).toBe(1);
  expect(deliver(0, recorded(2_001))).toBeUndefined();
  expect(deliver(0)).toBe(2);
});

it('does not count a read that leaves changes to be read, but records what it delivered', () => {
  const { deliver, followed } = setUp();
  expect(deliver(0, { sequence: 5_000, projected: 9_000 })).toBeUndefined();
  expect(followed.sequence).toBe(5_000);
});
