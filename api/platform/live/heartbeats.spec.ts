import { jest } from '@jest/globals';
import { Heartbeats } from './heartbeats.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** An engine.io socket that records the moments of its pings. */
function openSocket() {
  const pings: number[] = [];
  const socket = {
    pings,
    readyState: 'open',
    pingIntervalTimer: setTimeout(() => pings.push(Number.NaN), 1_000) as { refresh(): unknown },
    hasRefreshedPingTimeout: true,
    sendPacket: () => void pings.push(performance.now()),
    resetPingTimeout: () => undefined,
  };
  return socket;
}

it('pings sockets that were opened at different moments together', () => {
  const heartbeats = new Heartbeats(1_000, 250);
  // To the beginning of a tick.
  jest.advanceTimersByTime(250 - (performance.now() % 250));
  const sockets = [0, 100, 100].map((after) => {
    jest.advanceTimersByTime(after);
    const socket = openSocket();
    heartbeats.takeOver(socket);
    return socket;
  });
  jest.advanceTimersByTime(1_000);
  const [first, ...others] = sockets.map(({ pings }) => pings);
  expect(first).toHaveLength(1);
  expect(others).toEqual([first, first]);
});

it('pings within the interval after each pong, and no closed socket', () => {
  const heartbeats = new Heartbeats(1_000, 250);
  const [open, closed] = [openSocket(), openSocket()];
  for (const socket of [open, closed]) heartbeats.takeOver(socket);
  closed.readyState = 'closed';
  for (let nth = 1; nth <= 3; nth += 1) {
    jest.advanceTimersByTime(1_000);
    expect(open.pings).toHaveLength(nth);
    open.pingIntervalTimer.refresh();
  }
  expect([closed.pings, open.hasRefreshedPingTimeout]).toEqual([[], false]);
});

it('has no timer without sockets', () => {
  const heartbeats = new Heartbeats(1_000, 250);
  const socket = openSocket();
  heartbeats.takeOver(socket);
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(1_250);
  expect(jest.getTimerCount()).toBe(0);
});
