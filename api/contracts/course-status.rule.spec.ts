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
  ['nothing yet', {}, 'Inactive'],
  ['a start to come', { scheduledStart: after }, 'Scheduled'],
  ['a start to come after an ended class', { scheduledStart: after, startedAt: before, endedAt: before }, 'Scheduled'],
  ['a due start that no job has recorded', { scheduledStart: before }, 'Active'],
  ['a start due this very moment', { scheduledStart: now.toISOString() }, 'Active'],
  ['a running class', { startedAt: before }, 'Active'],
  ['a running class with an end to come', { startedAt: before, scheduledEnd: after }, 'Active'],
  ['a due end that no job has recorded', { startedAt: before, scheduledEnd: now.toISOString() }, 'Ended'],
  ['an ended class', { startedAt: before, endedAt: before }, 'Ended'],
])('%s', (_, changes, status) => {
  expect(courseStatus(times(changes), now)).toBe(status);
});
