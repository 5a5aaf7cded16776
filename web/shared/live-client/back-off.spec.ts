import { backOffMs } from './back-off.js';

describe('back-off', () => {
  it('doubles from one second to fifteen, with jitter in the upper half', () => {
    expect(backOffMs(0, () => 0)).toBe(1000);
    expect(backOffMs(0, () => 1)).toBe(1000);
    expect(backOffMs(2, () => 0)).toBe(2000);
    expect(backOffMs(2, () => 1)).toBe(4000);
    expect(backOffMs(3, () => 1)).toBe(8000);
    expect(backOffMs(4, () => 1)).toBe(15_000);
    expect(backOffMs(400, () => 0)).toBe(7500);
  });
});
