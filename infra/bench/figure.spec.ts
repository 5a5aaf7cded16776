import { comparison, figure, median } from './figure.js';

it('reaches its goal when it is at least, or at most, its goal', () => {
  expect(figure('rate', 2_000, '/s', { atLeast: 2_000 })).toMatchObject({ goal: '≥ 2000 /s', met: true });
  expect(figure('rate', 1_999, '/s', { atLeast: 2_000 }).met).toBe(false);
  expect(figure('time', 60, 'ms', { atMost: 60 })).toMatchObject({ goal: '≤ 60 ms', met: true });
  expect(figure('time', 60.01, 'ms', { atMost: 60 }).met).toBe(false);
});

it('is compared with its goal before it is rounded', () => {
  expect(figure('rate', 1_999.6, '/s', { atLeast: 2_000 })).toMatchObject({ value: 2_000, met: false });
});

it('has no result without a goal', () => {
  expect(figure('size', 12.345, 'MB')).toEqual({
    name: 'size',
    value: 12.3,
    unit: 'MB',
    ratio: null,
    against: null,
    goal: null,
    met: null,
  });
});

it('uses the ratio of a compared figure', () => {
  const peer = { name: 'peer', value: 400 };
  expect(comparison('ours', 300, '/s', peer, { atLeast: 0.6 })).toEqual({
    name: 'ours',
    value: 300,
    unit: '/s',
    ratio: 0.75,
    against: 'peer',
    goal: '≥ 0.6 ×',
    met: true,
  });
});

it('has a median', () => {
  expect([median([9, 1, 5]), median([2, 1])]).toEqual([5, 2]);
});
