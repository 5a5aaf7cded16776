import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { problem, startFakeServer } from '../../../testing/fake-server.js';
import { SCENARIOS, SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { boardOf, calmBrowser, place } from '../../../testing/leaderboard-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs, USER_ID } from '../../../testing/open-app.js';

jest.mock('./score-chart.js', () => ({ __esModule: true, default: () => <figure>chart</figure> }));
jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const listing = (more = {}) => ({
  sessionId: SESSION_ID,
  sessionName: 'Operations 101 - Class 3',
  courseId: 'g1',
  courseName: 'Operations 101',
  organizationName: 'Space Command',
  startDate: '2026-03-01T09:30:00Z',
  endDate: null,
  frozenAt: '2026-03-01T10:30:00Z',
  players: 1234,
  leader: { userName: 'ada', score: 1200 },
  lastResultAt: '2026-03-01T10:00:00Z',
  ...more,
});
const LIST = 'GET /api/scores/leaderboards';
const list = (boards: object[], more = {}) => ({ body: { boards, total: boards.length, clearedAt: null, ...more } });
type Answer = Parameters<typeof startFakeServer>[0][string];

async function open(answer: Answer, path = '/admin/leaderboards', more: Record<string, Answer> = {}) {
  freshBrowser();
  signedInAs('root');
  calmBrowser();
  const seen = await startFakeServer({ ...answersFor('SystemAdmin', 'root'), [LIST]: answer, ...more });
  openApp(path);
  return seen;
}

/** The requests for the list. Others of the page may arrive after them. */
const listsOf = (seen: Awaited<ReturnType<typeof open>>) =>
  seen.filter(({ path }) => path.startsWith('/api/scores/leaderboards'));

const cells = async () =>
  within((await screen.findAllByRole('row'))[1]!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

it('lists the boards of all classes, each with a link', async () => {
  await open(list([listing()], { clearedAt: '2026-02-01T08:00:00Z' }));
  expect(await screen.findByRole('heading', { name: 'Leaderboards' })).toBeVisible();
  expect((await cells()).slice(0, 4)).toEqual(['Operations 101', 'Space Command', '1,234', 'ada, 1,200']);
  const row = screen.getByRole('rowheader');
  expect(row).toHaveTextContent(/Active.*Frozen/);
  const link = within(row).getByRole('link', { name: 'Operations 101 - Class 3' });
  expect(link).toHaveAttribute('href', `/leaderboard/${SESSION_ID}`);
  expect(screen.getByText(/^Cleared at/)).toHaveTextContent(/02\/01\/2026 @/);
  expect(screen.getByRole('link', { name: 'Leaderboards' })).toHaveAttribute('href', '/admin/leaderboards');
  expect(document.title).toBe('Leaderboards - Ready Room - Admin Panel');
});

it('shows dashes for a class without results', async () => {
  await open(list([listing({ players: 0, leader: null, lastResultAt: null, organizationName: null })]));
  expect(await cells()).toEqual(['Operations 101', '-', '0', '-', '-']);
});

it('searches and pages, and keeps both in the address', async () => {
  const seen = await open(list([listing()], { total: 60 }));
  const newest = () => listsOf(seen).at(-1)?.path;
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(newest()).toContain('offset=25'));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'orbit');
  await waitFor(() => expect(newest()).toMatch(/offset=0&search=orbit$/));
  expect(window.location.search).toBe('?search=orbit');
});

it('shows that nothing matches, that there are no boards, and that the list could not be loaded', async () => {
  await open(list([]), '/admin/leaderboards?search=x');
  expect(await screen.findByText('No classes match “x”.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('No class has started yet.')).toBeVisible();
});

it('clears all boards after the word is typed, and lists what is kept', async () => {
  const seen = await open(list([listing()]), undefined, { 'DELETE /api/scores': { status: 204 } });
  await userEvent.click(await screen.findByRole('button', { name: 'Clear All Leaderboards' }));
  const dialog = await screen.findByRole('dialog', { name: 'Clear All Leaderboards?' });
  expect(dialog).toHaveTextContent('Gradebooks, attempts and quiz responses are kept.');
  const clear = within(dialog).getByRole('button', { name: 'Clear All Leaderboards' });
  await userEvent.click(clear);
  expect(within(dialog).getByText('Type CLEAR to confirm.')).toBeVisible();
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Type CLEAR to confirm' }), 'clear');
  await userEvent.click(clear);
  expect(await screen.findByText('All leaderboards were cleared.')).toBeVisible();
  expect(seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  const since = () => seen.slice(seen.findIndex(({ method }) => method === 'DELETE') + 1).map(({ path }) => path);
  await waitFor(() => expect(since()).toContainEqual(expect.stringContaining('/api/scores/leaderboards')));
});

it('keeps the shown list when it cannot be loaded again', async () => {
  let down = false;
  const seen = await open(() => (down ? problem(503, 'Down') : list([listing()])), undefined, {
    'DELETE /api/scores': () => {
      down = true;
      return { status: 204 };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Clear All Leaderboards' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Clear All Leaderboards?' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Type CLEAR to confirm' }), 'clear');
  await userEvent.click(dialog.getByRole('button', { name: 'Clear All Leaderboards' }));
  await waitFor(() => expect(listsOf(seen).length).toBeGreaterThan(1));
  expect(await screen.findByText('All leaderboards were cleared.')).toBeVisible();
  expect(screen.getByRole('rowheader')).toBeVisible();
  expect(window.location.pathname).toBe('/admin/leaderboards');
});

it('shows all classes on one board, filtered by organization', async () => {
  const seen = await open(list([]), '/leaderboard/all', {
    'GET /api/scores/leaderboard/all/all': boardOf([place(1, 'ada', 1200)]),
    'GET /api/scores/leaderboard/all/o1': boardOf([place(1, 'bo', 900)]),
    'GET /api/scores/leaderboard/all/all/history': { body: { lines: [], viewerId: USER_ID } },
    'GET /api/scores/leaderboard/all/o1/history': { body: { lines: [], viewerId: USER_ID } },
    'GET /api/courses/0198c0de-0000-7000-8000-000000000001/headers': { body: SCENARIOS },
    'GET /api/organizations': { body: [{ id: 'o1', name: 'Space Command' }] },
  });
  expect(await screen.findByRole('rowheader', { name: 'ada' })).toBeVisible();
  await screen.findByRole('option', { name: 'Space Command' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Organization' }), 'Space Command');
  expect(await screen.findByRole('rowheader', { name: 'bo' })).toBeVisible();
  expect(window.location.search).toBe('?organization=o1');
  expect(seen.some(({ path }) => path.includes('/all/o1?'))).toBe(true);
});
