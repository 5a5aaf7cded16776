import { setImmediate as turn } from 'node:timers/promises';
import { closedLoop } from './closed-loop.js';

it('counts the appends of all callers, including overlapping calls', async () => {
  let appended = 0;
  const { events } = await closedLoop(8, 20, async (_caller, nth) => {
    await turn();
    appended += nth % 3;
    return nth % 3;
  });
  expect(events).toBe(appended);
});

it('makes the calls of each caller one after the other', async () => {
  const underWay = new Set<number>();
  const { events } = await closedLoop(3, 10, async (caller) => {
    expect(underWay.has(caller)).toBe(false);
    underWay.add(caller);
    await turn();
    underWay.delete(caller);
    return 1;
  });
  expect(events).toBeGreaterThanOrEqual(3);
});
