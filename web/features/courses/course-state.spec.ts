import type { CourseListing } from '../../../api/contracts/group.contract.js';
import { aClass, aCourse } from '../../testing/course-fixture.js';
import { byName, filterCourses, applyLiveCourses } from './course-list.js';
import { nextDue, stateAt } from './course-state.js';
import { endNowProblem, endProblem, startProblem } from './schedule-problem.js';

const NOW = new Date('2026-03-01T10:00:00Z');
const PAST = '2026-03-01T09:00:00Z';
const FUTURE = '2026-03-01T11:00:00Z';
const LATER = '2026-03-01T12:00:00Z';

const stateOf = (classes: Partial<CourseListing>) => stateAt(aCourse('Operations 101', classes), NOW);
const running = aClass('c1', { startDate: PAST });
const planned = aClass('c2', { scheduledStartDate: FUTURE });
const over = aClass('c0', { startDate: '2026-02-01T09:00:00Z', endDate: '2026-02-01T12:00:00Z' });

describe('the state of a course at a given time', () => {
  it.each([
    ['no class yet', {}, 'Inactive'],
    ['a scheduled class', { scheduled: planned }, 'Scheduled'],
    ['a scheduled class after an ended one', { scheduled: planned, last: over }, 'Scheduled'],
    ['a running class', { active: running, last: over }, 'Active'],
    ['an ended class', { last: over }, 'Ended'],
    ['a start that is due', { scheduled: { ...planned, scheduledStartDate: PAST } }, 'Active'],
    ['an end that is due', { active: { ...running, scheduledEndDate: PAST } }, 'Ended'],
    [
      'a start and an end that are due',
      { scheduled: { ...planned, scheduledStartDate: '2026-03-01T08:00:00Z', scheduledEndDate: PAST } },
      'Ended',
    ],
    ['a scheduled end', { active: { ...running, scheduledEndDate: FUTURE } }, 'Active'],
  ])('derives the status of a course with %s', (_, classes, status) => {
    expect(stateOf(classes).status).toBe(status);
  });

  it('takes the scheduled time as the actual time of a due start or end', () => {
    expect(stateOf({ scheduled: { ...planned, scheduledStartDate: PAST } }).running?.startDate).toBe(PAST);
    const { running: none, ended } = stateOf({ active: { ...running, scheduledEndDate: PAST } });
    expect(none).toBeNull();
    expect(ended?.endDate).toBe(PAST);
  });

  it('returns the next moment at which a scheduled time changes a course', () => {
    const ends = aCourse('A', { active: { ...running, scheduledEndDate: LATER } });
    expect(nextDue([ends, aCourse('B', { scheduled: planned })], NOW)).toBe(Date.parse(FUTURE));
    expect(nextDue([ends, aCourse('B', { last: over })], new Date(FUTURE))).toBe(Date.parse(LATER));
    expect(nextDue([ends], new Date(LATER))).toBeNull();
  });
});

describe('schedule validation', () => {
  it.each([
    ['End date must be after the scheduled start date.', { scheduled: planned }, FUTURE],
    ['End date must be after the active session start date.', { active: running }, PAST],
    ['Scheduled end date must be in the future.', { active: running }, '2026-03-01T09:30:00Z'],
    [null, { active: running }, FUTURE],
    [null, { scheduled: planned }, LATER],
  ])('reports for an end: %s', (problem, classes, end) => {
    expect(endProblem(new Date(end), stateOf(classes), NOW)).toBe(problem);
  });

  it('allows ending only a class that has started', () => {
    expect(endNowProblem(stateOf({ scheduled: planned }))).toBe('Cannot end session that has not started.');
    expect(endNowProblem(stateOf({ active: running }))).toBeNull();
  });

  it('allows a start only in the future', () => {
    expect(startProblem(NOW, NOW)).toBe('Scheduled start date must be in the future.');
    expect(startProblem(new Date(FUTURE), NOW)).toBeNull();
  });
});

describe('the list of courses', () => {
  const alpha = aCourse('Alpha', { id: 'a', password: 'AAA111', ownerOrganizationId: 'o1' });
  const bravo = aCourse('bravo', { id: 'b', caption: 'Fall', ownerName: 'ken' });

  it('sorts by name without regard to case', () => {
    expect(byName([bravo, alpha]).map(({ name }) => name)).toEqual(['Alpha', 'bravo']);
  });

  it('filters by name, caption, code, instructor and organization', () => {
    const found = (search: string, organizationId = '') =>
      filterCourses([alpha, bravo], { search, organizationId, status: '' }, new Date()).map(({ id }) => id);
    expect(found('')).toEqual(['a', 'b']);
    expect(found('ALP')).toEqual(['a']);
    expect(found('aaa1')).toEqual(['a']);
    expect(found('fall')).toEqual(['b']);
    expect(found('ken')).toEqual(['b']);
    expect(found('', 'o1')).toEqual(['a']);
    expect(found('ken', 'o1')).toEqual([]);
  });

  it('adds and updates live rows, and removes deleted ones', () => {
    const rows = [
      { key: 'a', sequence: 2, value: { ...alpha, name: 'Alpha 2' } },
      { key: 'b', sequence: 3, value: null },
    ];
    expect(applyLiveCourses([alpha, bravo], { full: false, rows }).map(({ name }) => name)).toEqual(['Alpha 2']);
    expect(applyLiveCourses([bravo], { full: true, rows: rows.slice(0, 1) }).map(({ id }) => id)).toEqual(['a']);
  });
});
