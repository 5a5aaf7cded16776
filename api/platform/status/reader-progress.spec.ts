import { ReaderProgress } from './reader-progress.js';

let now = 0;
const progress = new ReaderProgress(() => now);
beforeEach(() => {
  now += 1_000_000;
});

it('measures from the time at which a lagging reader was first seen at its position', () => {
  expect(progress.stalledSeconds('gradebook_v1', '1.7.7', true)).toBeNull();
  now += 59_000;
  expect(progress.stalledSeconds('gradebook_v1', '1.7.7', true)).toBeNull();
  now += 11_000;
  expect(progress.stalledSeconds('gradebook_v1', '1.7.7', true)).toBe(70);
});

it('starts again when the reader moves or has read all events', () => {
  progress.stalledSeconds('people_v1', '1.1.1', true);
  now += 70_000;
  expect(progress.stalledSeconds('people_v1', '1.2.2', true)).toBeNull();
  now += 70_000;
  expect(progress.stalledSeconds('people_v1', '1.2.2', false)).toBeNull();
  expect(progress.stalledSeconds('people_v1', '1.2.2', true)).toBeNull();
});
