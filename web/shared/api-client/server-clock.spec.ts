/** @jest-environment node */
import { createServerClock } from './server-clock.js';

const MINUTE = 60_000;
const SERVER = Date.parse('2026-11-23T09:00:00.000Z');

/** A device whose clock differs by `offsetMs` from the server's. */
function device(offsetMs: number) {
  const state = { offsetMs, serverNow: SERVER };
  const clock = createServerClock(() => state.serverNow - state.offsetMs);
  /** Simulates a request with these travel times in both directions. */
  const request = (there: number, back: number, headers: Record<string, string> = { 'cache-control': 'no-store' }) => {
    const measured = clock.measure();
    state.serverNow += there;
    const stamp = new Date(state.serverNow).toISOString();
    state.serverNow += back;
    measured(new Response(null, { headers: { 'x-server-time': stamp, ...headers } }));
  };
  return { state, clock, request };
}

describe('the server clock', () => {
  it('measures the offset at the midpoint of the request', () => {
    const { clock, request } = device(10 * MINUTE);
    expect(clock.offsetMs()).toBeNull();
    request(20, 20);
    expect(clock.offsetMs()).toBe(10 * MINUTE);
  });

  it('prefers the measurement with the shortest round trip', () => {
    const { clock, request } = device(-3 * MINUTE);
    request(0, 900);
    expect(clock.offsetMs()).toBe(-3 * MINUTE - 450);
    request(10, 10);
    request(0, 2_000);
    expect(clock.offsetMs()).toBe(-3 * MINUTE);
  });

  it('discards the old measurement when the device clock was set', () => {
    const { state, clock, request } = device(10 * MINUTE);
    request(5, 5);
    state.offsetMs = 0;
    request(100, 100);
    expect(clock.offsetMs()).toBe(0);
  });

  it.each([
    ['a response that may come from the cache', { 'cache-control': 'public, max-age=30' }],
    ['a response without a readable time', { 'cache-control': 'no-store', 'x-server-time': 'soon' }],
  ])('ignores %s', (_, headers) => {
    const { clock, request } = device(MINUTE);
    request(5, 5, headers);
    expect(clock.offsetMs()).toBeNull();
  });

  it('ignores a request during which the device clock was set back', () => {
    const { state, clock } = device(0);
    const measured = clock.measure();
    state.offsetMs = MINUTE;
    measured(new Response(null, { headers: { 'x-server-time': new Date(SERVER).toISOString() } }));
    expect(clock.offsetMs()).toBeNull();
  });
});
