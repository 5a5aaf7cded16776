import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { DEFAULT_GRADING } from '../../../../api/contracts/grading.rule.js';
import type { Role } from '../../../../api/contracts/sign-in.contract.js';
import { getDefaultStore } from '../../../shared/state/jotai.js';
import { toastsAtom } from '../../../shared/toasts/toasts.atoms.js';
import { stampOf, zoneAt } from '../../../shared/local-time.js';
import { anEntry, anOrganization, LIVE_HEADERS, openAdmin, ORGANIZATION_ID } from '../../../testing/admin-fixture.js';
import { aClass, aCourse, inMinutes } from '../../../testing/course-fixture.js';
import { push, watched } from '../../../testing/fake-live.js';
import { CLIENT_CONFIG, problem } from '../../../testing/fake-server.js';
import { SCENARIOS } from '../../../testing/gradebook-fixture.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const LIST = 'GET /api/groups/listings';
const listed = (...courses: CourseListing[]) => ({ [LIST]: { body: courses, headers: LIVE_HEADERS } });

const open = (role: Role, courses: CourseListing[], more = {}) =>
  openAdmin(role === 'Instructor' ? '/instructor/courses' : '/admin/courses', role, { ...listed(...courses), ...more });

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) });
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
const names = () =>
  [...document.querySelectorAll('th[scope=row] button:not([aria-label])')].map((name) => name.textContent);

const COLUMNS = ['Course', 'Access code', 'Status', 'Start', 'End', 'Students'];

describe('the courses page', () => {
  it.each([
    ['SystemAdmin', [...COLUMNS, 'Organization', 'Instructor', 'Actions'], true],
    ['OrganizationAdmin', [...COLUMNS, 'Instructor', 'Actions'], true],
    ['Instructor', COLUMNS, false],
  ] as const)('shows the role %s the columns %j', async (role, columns, creates) => {
    await open(role, [aCourse('Operations 101')]);
    await rowOf('Operations 101');
    expect(headers()).toEqual(columns);
    expect(screen.queryAllByRole('button', { name: 'Create Course' })).toHaveLength(creates ? 1 : 0);
    expect(screen.queryAllByRole('combobox', { name: 'Organization' })).toHaveLength(role === 'SystemAdmin' ? 1 : 0);
    expect(screen.queryAllByRole('button', { name: /^(Delete|Change instructor of|History of)/ })).toHaveLength(
      creates ? 3 : 0,
    );
  });

  it("shows 'Loading...' while the courses load", async () => {
    let answer: (listings: object) => void = () => {};
    const asked = new Promise<object>((resolve) => (answer = resolve));
    await open('OrganizationAdmin', [], { [LIST]: () => asked });
    expect(await screen.findByRole('heading', { name: 'Courses' })).toBeVisible();
    expect(screen.getByText('Loading...')).toBeVisible();
    answer(listed()[LIST] ?? {});
    expect(await screen.findByText('No Courses Found')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Create Course' })).toBeVisible();
  });

  it('shows an instructor without courses whom to contact', async () => {
    await open('Instructor', []);
    expect(await screen.findByText('No Courses Found')).toBeVisible();
    expect(screen.getByText(/Ask your administrator/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create Course' })).not.toBeInTheDocument();
  });

  it('loads a long list in parts, and searches all of it', async () => {
    const part = (total: number, ...courses: CourseListing[]) => ({
      body: courses,
      headers: { ...LIVE_HEADERS, 'x-total-count': String(total) },
    });
    await open('SystemAdmin', [], {
      [LIST]: part(3, aCourse('Alpha', { id: 'a' })),
      [`${LIST}?after=a`]: part(2, aCourse('Bravo', { id: 'b' })),
      [`${LIST}?after=b`]: part(1, aCourse('Charlie', { id: 'c' })),
    });
    await rowOf('Alpha');
    expect(names()).toEqual(['Alpha', 'Bravo', 'Charlie']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'charl');
    await waitFor(() => expect(names()).toEqual(['Charlie']));
  });

  it('sorts by each column, filters by status, and keeps both in the address', async () => {
    const day = 1440;
    await open('SystemAdmin', [
      aCourse('Class 10', { id: 'a', active: aClass('a1', { startDate: inMinutes(-3 * day) }), memberCount: 3 }),
      aCourse('Class 2', { id: 'b', active: aClass('b1', { startDate: inMinutes(-day) }), memberCount: 30 }),
      aCourse('Idle', { id: 'c', memberCount: 7 }),
      aCourse('Soon', { id: 'd', scheduled: aClass('d1', { scheduledStartDate: inMinutes(day) }), memberCount: 7 }),
    ]);
    await rowOf('Idle');
    const sortBy = (column: string) => userEvent.click(screen.getByRole('button', { name: column }));
    expect(names()).toEqual(['Class 2', 'Class 10', 'Idle', 'Soon']);
    await sortBy('Course');
    expect(names()).toEqual(['Soon', 'Idle', 'Class 10', 'Class 2']);
    await sortBy('Students');
    expect(names()).toEqual(['Class 10', 'Idle', 'Soon', 'Class 2']);
    expect(screen.getByRole('columnheader', { name: 'Students' })).toHaveAttribute('aria-sort', 'ascending');
    await sortBy('Status');
    expect(names()).toEqual(['Class 2', 'Class 10', 'Soon', 'Idle']);
    await sortBy('Start');
    expect(names()).toEqual(['Class 10', 'Class 2', 'Soon', 'Idle']);
    await sortBy('Start');
    expect(names()).toEqual(['Soon', 'Class 2', 'Class 10', 'Idle']);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Active');
    await waitFor(() => expect(names()).toEqual(['Class 2', 'Class 10']));
    expect(window.location.search).toBe('?sort=start&order=desc&status=Active');
  });

  it('shows that the courses cannot be loaded, and loads them again on request', async () => {
    let down = true;
    await open('OrganizationAdmin', [], {
      [LIST]: () => (down ? problem(400, 'Broken') : (listed(aCourse('Operations 101'))[LIST] ?? {})),
    });
    expect(await screen.findByText('Failed to get groups: Broken')).toBeVisible();
    down = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf('Operations 101')).toBeVisible();
  });

  it('shows each state of start and end with absolute dates, relative times and the time zone', async () => {
    const soon = inMinutes(181);
    const later = inMinutes(3 * 1440 + 5);
    const before = inMinutes(-125);
    await open('SystemAdmin', [
      aCourse('Alpha', { id: 'a', password: null, caption: '' }),
      aCourse('Bravo', { id: 'b', scheduled: aClass('b1', { scheduledStartDate: soon }) }),
      aCourse('Charlie', {
        id: 'c',
        scheduled: aClass('c1', { scheduledStartDate: soon, scheduledEndDate: later }),
        last: aClass('c0', { startDate: before, endDate: before }),
      }),
      aCourse('Delta', { id: 'd', active: aClass('d1', { startDate: before }) }),
      aCourse('Echo', { id: 'e', active: aClass('e1', { startDate: before, scheduledEndDate: later }) }),
      aCourse('Foxtrot', { id: 'f', last: aClass('f1', { startDate: before, endDate: before }) }),
      // already started by the server's clock, which may be ahead of the browser's
      aCourse('Golf', { id: 'g', active: aClass('g1', { startDate: new Date(Date.now() + 20_000).toISOString() }) }),
    ]);
    expect(await rowOf('Golf')).toHaveTextContent(/Started on .*\(just now\)/);
    const alpha = await rowOf('Alpha');
    expect(alpha).toHaveTextContent('NO CODE');
    expect(alpha).toHaveTextContent('Inactive');
    expect(within(alpha).getByText('Schedule/Start New Class')).toBeVisible();
    expect(within(alpha).queryByText(/End/)).not.toBeInTheDocument();
    expect(within(alpha).queryByRole('link')).not.toBeInTheDocument();

    const bravo = await rowOf('Bravo');
    expect(bravo).toHaveTextContent('K7QX4M');
    expect(within(bravo).getByText('Scheduled')).toBeVisible();
    expect(bravo).toHaveTextContent(`Scheduled for ${stampOf(soon)} Coordinated Universal Time (in 3 hours)`);
    expect(stampOf(soon)).toMatch(/^\d\d\/\d\d\/\d{4} @ \d\d:\d\d$/);
    expect(within(bravo).getByTitle(`${stampOf(soon)}, Coordinated Universal Time`)).toBeVisible();
    expect(within(bravo).getByText('Schedule/End Class')).toBeVisible();

    const charlie = await rowOf('Charlie');
    expect(charlie).toHaveTextContent(`Scheduled to end ${stampOf(later)}`);
    expect(charlie).not.toHaveTextContent('Ended on');

    const delta = await rowOf('Delta');
    expect(within(delta).getByText('Active')).toBeVisible();
    expect(delta).toHaveTextContent(`Started on ${stampOf(before)} Coordinated Universal Time (2 hours ago)`);
    expect(within(delta).getByText('Schedule/End Class')).toBeVisible();

    const echo = await rowOf('Echo');
    expect(echo).toHaveTextContent(`Scheduled to end ${stampOf(later)} Coordinated Universal Time (in 3 days)`);
    expect(within(echo).queryByText('Schedule/End Class')).not.toBeInTheDocument();

    const foxtrot = await rowOf('Foxtrot');
    expect(within(foxtrot).getByText('Ended')).toBeVisible();
    expect(foxtrot).toHaveTextContent(`Ended on ${stampOf(before)}`);
    expect(within(foxtrot).getByText('Schedule/Start New Class')).toBeVisible();
    expect(within(foxtrot).getByRole('button', { name: 'Resume the last class of Foxtrot' })).toBeVisible();
    const gradebook = within(foxtrot).getByRole('link', { name: 'Gradebook of Foxtrot, in a new tab' });
    expect(gradebook).toMatchObject({ target: '_blank', pathname: '/gradebook/f1' });
    expect(screen.getByText(`Times are in ${zoneAt(new Date())}.`)).toBeVisible();
  });

  it('changes a status when a scheduled time is due, without a response of the server', async () => {
    await open('Instructor', [
      aCourse('Operations 101', {
        scheduled: aClass('c1', { scheduledStartDate: new Date(Date.now() + 3000).toISOString() }),
      }),
    ]);
    const row = await rowOf('Operations 101');
    expect(row).toHaveTextContent(/Scheduled for .*\(in less than a minute\)/);
    expect(await within(row).findByText('Active')).toBeVisible();
    expect(row).toHaveTextContent(/Started on .*\(just now\)/);
  });

  it('sorts by name, searches, filters by organization, and keeps it in the address', async () => {
    await open(
      'SystemAdmin',
      [aCourse('Zulu', { id: 'z', ownerOrganizationId: 'o2' }), aCourse('Alpha', { id: 'a' })],
      {
        'GET /api/organizations': {
          body: [anOrganization('Delta 3'), anOrganization('Wing 2', { id: 'o2' })],
          headers: LIVE_HEADERS,
        },
      },
    );
    await rowOf('Zulu');
    expect(names()).toEqual(['Alpha', 'Zulu']);
    await screen.findByRole('option', { name: 'Delta 3' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Organization' }), 'Delta 3');
    await waitFor(() => expect(names()).toEqual(['Alpha']));
    expect(window.location.search).toBe(`?organization=${ORGANIZATION_ID}`);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'zul');
    expect(await screen.findByText('No Courses Found')).toBeVisible();
    expect(
      screen.getByText('No courses match. Try a shorter search, another status or all organizations.'),
    ).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Organization' }), 'All organizations');
    await waitFor(() => expect(names()).toEqual(['Zulu']));
    expect(window.location.search).toBe('?search=zul');
  });

  it('shows a thousand courses in pages, and prints all of them', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => aCourse(`Course ${1000 + n}`, { id: `id-${n}` }));
    await open('Instructor', many);
    // no query by role: computing the names of so many cells takes jsdom seconds
    await screen.findByText('Course 1000');
    expect(names()).toHaveLength(50);
    expect(screen.getByText('1–50 of 1,000')).toBeVisible();
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(names()).toHaveLength(1000);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Course 1050')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'course 1999');
    await waitFor(() => expect(names()).toEqual(['Course 1999']));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'x');
    expect(await screen.findByText('No courses match. Try a shorter search or another status.')).toBeVisible();
  });

  it('updates when other users change courses', async () => {
    await open('Instructor', [aCourse('Operations 101')]);
    const row = await rowOf('Operations 101');
    expect(watched()).toEqual(['courses all']);
    const active = aClass('c1', { startDate: inMinutes(-1) });
    await push('courses', [
      { key: 'g1', sequence: 6, value: aCourse('Operations 101', { active, memberCount: 12 }) },
      { key: 'g2', sequence: 7, value: aCourse('Alpha', { id: 'g2' }) },
    ]);
    expect(within(row).getByText('Active')).toBeVisible();
    expect(row).toHaveTextContent('12');
    expect(names()).toEqual(['Alpha', 'Operations 101']);
    // the sidebar uses the same courses
    expect(screen.getByRole('combobox', { name: 'Select Course' })).toHaveDisplayValue('Operations 101');
    await push('courses', [{ key: 'g1', sequence: 8, value: null }]);
    expect(names()).toEqual(['Alpha']);
  });

  it('copies a course code', async () => {
    await open('Instructor', [aCourse('Operations 101')]);
    const user = userEvent.setup();
    const copy = await screen.findByRole('button', { name: 'Copy the access code of Operations 101' });
    await user.click(copy);
    expect(await navigator.clipboard.readText()).toBe('K7QX4M');
  });

  it('opens the grading of a course, for an instructor too', async () => {
    await open('Instructor', [aCourse('Operations 101', { id: 'g1' })], {
      'GET /api/groups/g1/grading': { body: { ...DEFAULT_GRADING, weights: { by: 'Scenario', values: {} } } },
      [`GET /api/courses/${CLIENT_CONFIG.catalogueId}/headers`]: { body: SCENARIOS },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Grading of Operations 101' }));
    expect(await screen.findByRole('dialog', { name: 'Grading' })).toBeVisible();
    expect(await screen.findByLabelText(SCENARIOS[0]!.scenarioTitle)).toBeVisible();
  });

  it('opens the history of a course', async () => {
    const entry = anEntry('e1', { action: 'CourseCreated', changes: [] });
    const seen = await open('OrganizationAdmin', [aCourse('Operations 101')], {
      'GET /api/audit': { body: { entries: [entry], nextCursor: null } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'History of Operations 101' }));
    expect(await screen.findByRole('dialog', { name: 'History of Operations 101' })).toBeVisible();
    await waitFor(() => expect(seen.some(({ path }) => path.includes('targetType=course&targetId=g1'))).toBe(true));
  });

  it('shows that a later load failed, and keeps the loaded courses', async () => {
    let down = false;
    await open('OrganizationAdmin', [], {
      [LIST]: () => (down ? problem(400, 'Busy') : (listed(aCourse('Operations 101'))[LIST] ?? {})),
      'PUT /api/groups/g1/activesession': problem(409, 'A class is already active.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule/Start New Class of Operations 101' }));
    const dialog = within(await screen.findByRole('dialog'));
    down = true;
    await userEvent.click(dialog.getByRole('button', { name: 'Start Now' }));
    expect(await screen.findByText('Failed to start session: A class is already active.')).toBeVisible();
    expect(dialog.getByText('A class is already active.')).toBeVisible();
    const warnings = () =>
      getDefaultStore()
        .get(toastsAtom)
        .map(({ message }) => message);
    await waitFor(() => expect(warnings()).toContain('Failed to update group list: Busy'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await rowOf('Operations 101')).toBeVisible();
  });

  it.each([LIST, `${LIST}?after=g1`])('keeps the open dialog when a later load of %s fails', async (load) => {
    let down = false;
    const parts: Record<string, object> = {
      [LIST]: { body: [aCourse('Alpha')], headers: { ...LIVE_HEADERS, 'x-total-count': '2' } },
      [`${LIST}?after=g1`]: { body: [aCourse('Bravo', { id: 'b' })] },
    };
    await open('OrganizationAdmin', [], {
      ...parts,
      [load]: () => (down ? problem(503, 'Down') : parts[load]!),
      'PUT /api/groups/g1/activesession': problem(409, 'A class is already active.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule/Start New Class of Alpha' }));
    const dialog = within(await screen.findByRole('dialog'));
    down = true;
    await userEvent.click(dialog.getByRole('button', { name: 'Start Now' }));
    expect(await screen.findByText('Failed to update group list: Down')).toBeInTheDocument();
    expect(dialog.getByText('A class is already active.')).toBeVisible();
    expect(window.location.pathname).toBe('/admin/courses');
  });
});
