import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CourseListing } from '../../api/contracts/group.contract.js';
import type { Role } from '../../api/contracts/sign-in.contract.js';
import { LIVE_HEADERS } from '../testing/admin-fixture.js';
import { aClass, aCourse, inMinutes } from '../testing/course-fixture.js';
import { problem, startFakeServer } from '../testing/fake-server.js';
import { SESSION_ID, gradebookOf } from '../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs, USER_ID } from '../testing/open-app.js';

jest.mock('../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../testing/fake-live.js').fakeLive,
}));

const course = (id: string, name: string, classes: Partial<CourseListing> = {}) =>
  aCourse(name, { id, password: `CODE-${id}`, ...classes });
const running = (id: string) => aClass(id, { startDate: '2026-03-01T09:30:00Z' });
const over = (id: string) => aClass(id, { startDate: '2026-03-01T09:30:00Z', endDate: '2026-03-01T12:00:00Z' });
const LISTINGS = 'GET /api/groups/listings';
const listed = (...courses: CourseListing[]) => ({ [LISTINGS]: { body: courses, headers: LIVE_HEADERS } });

async function open(path: string, role: Role = 'Instructor', more = {}) {
  signedInAs('mara.keller');
  const seen = await startFakeServer({ ...answersFor(role, 'mara.keller'), ...more });
  openApp(path);
  return seen;
}

const path = () => window.location.pathname;

const START = 'Go to the start page';

describe('access to pages', () => {
  beforeEach(freshBrowser);

  it('redirects a visitor without a session to the login page, which shows the reason', async () => {
    await startFakeServer({});
    openApp('/instructor');
    expect(await screen.findByText('You must log in first')).toBeVisible();
    expect(path()).toBe('/');
  });

  it("shows 'Loading...' while it checks access to the page", async () => {
    let answer: (roles: object) => void = () => {};
    const asked = new Promise<object>((resolve) => (answer = resolve));
    await open('/instructor/courses', 'Instructor', { 'GET /api/auth/session/roles': () => asked });
    expect(await screen.findByText('Loading...')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Courses' })).not.toBeInTheDocument();
    answer({ body: ['Instructor'] });
    expect(await screen.findByRole('heading', { name: 'Courses' })).toBeVisible();
  });

  it('requests a gradebook during the access check, and only once', async () => {
    let answer: (roles: object) => void = () => {};
    const roles = new Promise<object>((resolve) => (answer = resolve));
    const gradebook = `GET /api/sessions/${SESSION_ID}/gradebook`;
    const seen = await open(`/gradebook/${SESSION_ID}`, 'Instructor', {
      'GET /api/auth/session/roles': () => roles,
      [gradebook]: { body: gradebookOf({}) },
    });
    const asked = () => seen.filter(({ method, path }) => `${method} ${path}` === gradebook).length;
    await waitFor(() => expect(asked()).toBe(1));
    answer({ body: ['Instructor'] });
    expect(await screen.findByText('No Students Enrolled')).toBeVisible();
    expect(asked()).toBe(1);
  });

  it.each([
    ['/admin/users', 'Instructor'],
    ['/instructor', 'User'],
    [`/gradebook/${SESSION_ID}`, 'Restricted'],
  ] as const)('denies %s to the role %s', async (target, role) => {
    await open(target, role);
    expect(await screen.findByText("You don't have access to this!")).toBeVisible();
    expect(screen.getByText('Code 403')).toBeVisible();
    expect(screen.getByText('Contact your administrator for access')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/');
    expect(path()).toBe('/unauthorized');
  });

  it.each([
    ['/unauthorized', 'Looks like something broke!', 'If problem persists contact support', 'Go to Login'],
    ['/forbidden', 'Access Denied (Forbidden)', 'You do not have permission to access this resource', START],
    ['/server-error', 'Unexpected server error!', 'If problem persists contact support', START],
    ['/not-found', 'Page not found!', 'The resource you are looking for does not exist.', START],
    ['/no/such/page', 'Page not found!', 'The resource you are looking for does not exist.', START],
  ])('shows at %s: %s, and a link out', async (target, title, help, wayOut) => {
    await startFakeServer({});
    openApp(target);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText(help)).toBeVisible();
    expect(screen.getByRole('link', { name: wayOut })).toHaveAttribute('href', '/');
  });

  it.each([
    [403, '/forbidden'],
    [404, '/not-found'],
    [500, '/server-error'],
    [503, '/server-error'],
  ])('redirects after a response of %s to %s', async (status, target) => {
    await open('/instructor/courses', 'Instructor', { [LISTINGS]: problem(status, 'Refused') });
    await waitFor(() => expect(path()).toBe(target));
  });

  it('redirects to the login page and back when the session of a loading page cannot be renewed', async () => {
    const seen = await open('/instructor/courses?q=alpha', 'Instructor', {
      'GET /api/auth/session/roles': problem(401, 'Expired'),
      'POST /api/auth/session/token': problem(401, 'Over'),
      'DELETE /api/auth/session': { status: 204 },
    });
    expect(await screen.findByText("You've been logged out")).toBeVisible();
    expect(path()).toBe('/');
    expect(window.history.state).toMatchObject({ usr: { next: '/instructor/courses?q=alpha' } });
    expect(seen.filter((request) => request.path === '/api/auth/session/token')).toHaveLength(1);
  });

  it('redirects to the login page when another tab signs out, and keeps a newer session', async () => {
    const seen = await open('/instructor/courses');
    await screen.findByRole('heading', { name: 'Courses' });
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'refresh-token', newValue: null })));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    expect(seen.filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect(localStorage.getItem('refresh-token')).toBe('refresh-handle');
  });

  it('shows the admin panel in the admin layout, with its title', async () => {
    await open('/admin', 'SystemAdmin');
    expect(await screen.findByRole('heading', { name: 'Welcome to the Admin Panel' })).toBeVisible();
    expect(
      screen.getByText('Click the nav buttons on the left sidebar to administer different resources.'),
    ).toBeVisible();
    expect(screen.getByRole('complementary', { name: 'Admin' })).toBeVisible();
    expect(document.title).toBe('Ready Room - Admin Panel');
  });

  it.each([
    [
      'SystemAdmin',
      ['Users', 'Organizations', 'Courses', 'Sandboxes', 'Leaderboards', 'Access Codes', 'Audit', 'System'],
    ],
    ['OrganizationAdmin', ['Users', 'Courses']],
  ] as const)('shows the role %s the sections %j', async (role, sections) => {
    await open('/admin', role);
    const sidebar = await screen.findByRole('navigation', { name: 'Admin sections' });
    const labels = () =>
      within(sidebar)
        .getAllByRole('link')
        .map((link) => link.textContent);
    await waitFor(() => expect(labels()).toEqual(sections));
  });

  it.each([
    ['SystemAdmin', ['Admin', 'Instructor']],
    ['OrganizationAdmin', ['Admin', 'Instructor']],
    ['Instructor', ['Instructor']],
  ] as const)('shows the role %s the tabs %j', async (role, tabs) => {
    await open('/instructor/courses', role);
    const areas = await screen.findByRole('navigation', { name: 'Areas' });
    expect(
      within(areas)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(tabs);
  });

  it('shows the signed-in user, opens Play in a new tab, and logs out', async () => {
    const seen = await open('/instructor/courses', 'Instructor', { 'DELETE /api/auth/session': { status: 204 } });
    expect(await screen.findByText('Logged in as: mara.keller')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Play' })).toMatchObject({ target: '_blank', pathname: '/play' });
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    expect(screen.queryByText("You've been logged out")).not.toBeInTheDocument();
    // The prefetched gradebook may be requested after it.
    expect(seen.filter(({ method }) => method === 'DELETE')).toMatchObject([
      { path: '/api/auth/session', body: 'refresh-handle' },
    ]);
    expect(localStorage).toHaveLength(0);
    expect(document.cookie).not.toContain('username=');
  });

  it('shows the same entries in a menu on small screens', async () => {
    await open('/instructor/courses', 'SystemAdmin');
    await userEvent.click(await screen.findByRole('button', { name: 'Menu' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual([
      'Admin',
      'Instructor',
      'Play',
      'Logged in as: mara.keller',
      'Log out',
    ]);
  });

  it('redirects /instructor to the first course with a class, and lists only such courses', async () => {
    await open('/instructor', 'Instructor', {
      ...listed(
        course('g3', 'Zulu', { active: running('other') }),
        course('g1', 'Alpha', { scheduled: aClass('later', { scheduledStartDate: inMinutes(60) }) }),
        course('g2', 'Bravo', { last: over(SESSION_ID) }),
      ),
      [`GET /api/sessions/${SESSION_ID}/gradebook`]: { body: gradebookOf({}) },
    });
    await waitFor(() => expect(path()).toBe(`/instructor/gradebook/${SESSION_ID}`));
    const select = await screen.findByRole('combobox', { name: 'Select Course' });
    expect(select).toHaveDisplayValue('Bravo');
    expect(screen.getByText('CODE-g2')).toBeVisible();
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Bravo', 'Zulu']);
  });

  it('starts with the course selected last, and remembers the next selection', async () => {
    const own = `GET /api/users/${USER_ID}`;
    const user = answersFor('Instructor', 'mara.keller')[own]?.body as object;
    const seen = await open('/instructor', 'Instructor', {
      ...listed(course('g2', 'Bravo', { last: over('other') }), course('g3', 'Zulu', { active: running(SESSION_ID) })),
      [own]: { body: { ...user, lastGroupSelectionId: 'g3' } },
      [`GET /api/sessions/${SESSION_ID}/gradebook`]: { body: gradebookOf({}) },
      'GET /api/sessions/other/gradebook': { body: gradebookOf({}) },
      [`PATCH /api/users/${USER_ID}/groupSelection/latest/g2`]: { status: 204 },
    });
    await waitFor(() => expect(path()).toBe(`/instructor/gradebook/${SESSION_ID}`));
    const select = await screen.findByRole('combobox', { name: 'Select Course' });
    expect(select).toHaveDisplayValue('Zulu');
    await userEvent.selectOptions(select, 'Bravo');
    await waitFor(() => expect(path()).toBe('/instructor/gradebook/other'));
    expect(screen.getByText('CODE-g2')).toBeVisible();
    expect(seen.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    await userEvent.click(screen.getByRole('link', { name: 'Instructor' }));
    await waitFor(() => expect(path()).toBe('/instructor/gradebook/other'));
  });

  it('redirects /instructor to all courses when none has had a class', async () => {
    await open('/instructor', 'Instructor', listed(course('g1', 'Alpha')));
    await waitFor(() => expect(path()).toBe('/instructor/courses'));
    const link = screen.getByRole('link', { name: 'View All Courses' });
    await waitFor(() => expect(link).toHaveAttribute('aria-current', 'page'));
  });
});
