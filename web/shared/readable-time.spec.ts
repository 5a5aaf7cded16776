import { dateAndTime, dateOnly, minuteOfDay, preciseTime, secondOfDay, timeAgo } from './readable-time.js';
import { readableNumber } from './locale.js';

/** An afternoon in local time, in any zone. */
const MOMENT = new Date(2026, 2, 1, 15, 5, 9).toISOString();

describe('readable times', () => {
  it.each([
    ['a date', dateOnly(MOMENT), 'Mar 1, 2026'],
    ['a date and time', dateAndTime(MOMENT), 'Mar 1, 2026, 15:05'],
    ['a time to the minute', minuteOfDay(MOMENT), '15:05'],
    ['a time to the second', secondOfDay(MOMENT), '15:05:09'],
    ['a number', readableNumber(1_234.5), '1,234.5'],
  ])('formats %s in English with 24 hours', (_, text, expected) => {
    expect(text).toBe(expected);
  });

  it('names the zone of a precise time', () => {
    expect(preciseTime(MOMENT)).toMatch(/^Mar 1, 2026, 15:05:09 \S+$/);
  });

  it.each([
    [0, 'just now'],
    [-37 * 60, '37 minutes ago'],
    [90 * 60, 'in 1 hour'],
    [-24 * 3_600, 'yesterday'],
  ])('formats %d seconds from now as "%s"', (seconds, text) => {
    const now = new Date(MOMENT);
    expect(timeAgo(new Date(now.getTime() + seconds * 1_000).toISOString(), now)).toBe(text);
  });
});
