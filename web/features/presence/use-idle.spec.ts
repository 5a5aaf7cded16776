import { act, renderHook } from '@testing-library/react';
import { useIdle } from './use-idle.js';

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const touch = (input: string) => act(() => void window.dispatchEvent(new Event(input)));

describe('idle', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is who touches nothing for two minutes, until the next touch', () => {
    const { result } = renderHook(() => useIdle());
    pass(110_000);
    touch('pointermove');
    pass(119_000);
    expect(result.current).toBe(false);
    pass(1_000);
    expect(result.current).toBe(true);
    touch('keydown');
    expect(result.current).toBe(false);
    pass(120_000);
    expect(result.current).toBe(true);
  });

  it('looks no more once nobody asks', () => {
    const { unmount } = renderHook(() => useIdle());
    unmount();
    expect(jest.getTimerCount()).toBe(0);
  });
});
