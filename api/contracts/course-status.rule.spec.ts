import { courseStatus, type CourseTimes } from './course-status.rule.js';

const now = new Date('2026-03-01T10:00:00Z');
const [before, after] = ['2026-03-01T09:00:00Z', '2026-03-01T11:00:00Z'];
const times = (changes: Partial<CourseTimes>): CourseTimes => ({
  scheduledStart: null,
  startedAt: null,
  scheduledEnd: null,
  endedAt: null,
  ...changes,
});

it.each<[string, Partial<CourseTimes>, string]>([
  ['a course without classes', {}, 'Inactive'],
  ['a future start', { scheduledStart: after }, 'Scheduled'],
  ['a future start after an ended class', { scheduledStart: after, startedAt: before, endedAt: before }, 'Scheduled'],
  ['a due start that is not recorded yet', { scheduledStart: before }, 'Active'],
  ['a start at the present moment', { scheduledStart: now.toISOString() }, 'Active'],
  ['a running class', { startedAt: before }, 'Active'],
  ['a running class with a future end', { startedAt: before, scheduledEnd: after }, 'Active'],
  ['a due end that is not recorded yet', { startedAt: before, scheduledEnd: now.toISOString() }, 'Ended'],
  ['an ended class', { startedAt: before, endedAt: before }, 'Ended'],
])('derives the status of %s', (_, changes, status) => {
  expect(courseStatus(times(changes), now)).toBe(status);
});
