import { elapsedText } from './elapsed.js';

const SINCE = '2026-03-01T10:00:00Z';

it.each([
  [-3, '0 s'],
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3_599, '59 min'],
  [3_600, '1 h 0 min'],
  [7_500, '2 h 5 min'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(elapsedText(SINCE, Date.parse(SINCE) + seconds * 1_000)).toBe(text);
});
