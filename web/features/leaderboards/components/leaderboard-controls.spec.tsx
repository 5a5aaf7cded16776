import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { push } from '../../../testing/fake-live.js';
import { problem, startFakeServer } from '../../../testing/fake-server.js';
import { SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { answersForBoard, BOARD_PATH, boardOf, calmBrowser, place } from '../../../testing/leaderboard-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';

jest.mock('./score-chart.js', () => ({ __esModule: true, default: () => <figure>chart</figure> }));
jest.mock('./history-chart.js', () => ({ HistoryChart: () => <p>lines</p> }));
jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const SETTINGS = '/api/groups/g1/leaderboard';
const FROZEN_AT = '2026-03-01T11:00:00Z';
const settings = (more = {}) => ({ body: { naming: 'names', sessionId: SESSION_ID, frozenAt: null, ...more } });
type Answer = Parameters<typeof startFakeServer>[0][string];

async function open(now: Answer, changed: Answer = settings(), board = boardOf([place(1, 'ada', 1200)])) {
  freshBrowser();
  signedInAs('ines');
  calmBrowser();
  const seen = await startFakeServer({
    ...answersFor('Instructor', 'ines'),
    ...answersForBoard,
    [BOARD_PATH]: board,
    [`GET ${SETTINGS}`]: now,
    [`PUT ${SETTINGS}`]: changed,
  });
  openApp(`/leaderboard/${SESSION_ID}`);
  return () => seen.filter(({ method }) => method === 'PUT').map(({ body }) => body);
}

const button = (name: string) => screen.findByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });

it('freezes after a confirmation that explains the effect', async () => {
  const sent = await open(settings(), settings({ frozenAt: FROZEN_AT }));
  await userEvent.click(await button('Freeze'));
  const asked = await dialog('Freeze the board?');
  expect(asked).toHaveTextContent('Students keep seeing the current standings until you reveal the board.');
  expect(sent()).toEqual([]);
  await userEvent.click(within(asked).getByRole('button', { name: 'Freeze' }));
  expect(await screen.findByText('The board is now frozen for students.')).toBeVisible();
  expect(sent()).toEqual([{ frozen: true }]);
  expect(await button('Reveal')).toBeVisible();
});

it('shows staff that students see a frozen board, and reveals it', async () => {
  const sent = await open(settings({ frozenAt: FROZEN_AT }), settings(), boardOf([], { frozenAt: FROZEN_AT }));
  const notice = await screen.findByText(/^The board has been frozen for students since/);
  expect(notice).toHaveTextContent(/You still see live scores\.$/);
  await userEvent.click(await button('Reveal'));
  await userEvent.click(within(await dialog('Reveal the board?')).getByRole('button', { name: 'Reveal' }));
  expect(await screen.findByText('The board was revealed.')).toBeVisible();
  expect(sent()).toEqual([{ frozen: false }]);
  const value = { topScores: [], frozenAt: null };
  await push('leaderboard', [{ key: 'snapshot', sequence: 4, value }], true);
  expect(await button('Freeze')).toBeVisible();
});

it('freezes only the newest class, and can still reveal an older one', async () => {
  await open(settings({ sessionId: 'newer' }));
  expect(await button('Names')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull();
  const value = { topScores: [], frozenAt: FROZEN_AT };
  await push('leaderboard', [{ key: 'snapshot', sequence: 4, value }], true);
  expect(await button('Reveal')).toBeVisible();
});

it('shows why a change was rejected', async () => {
  await open(settings(), problem(409, 'No class of this course has started yet.'));
  await userEvent.click(await button('Freeze'));
  await userEvent.click(within(await dialog('Freeze the board?')).getByRole('button', { name: 'Freeze' }));
  expect(await screen.findByText('No class of this course has started yet.')).toBeVisible();
});

it('changes the names that students see', async () => {
  const sent = await open(settings(), settings({ naming: 'aliases' }));
  await userEvent.click(await button('Names'));
  const asked = await dialog('Names on the boards of this course');
  const change = within(asked).getByRole('button', { name: 'Change' });
  expect(change).toBeDisabled();
  await userEvent.click(within(asked).getByRole('radio', { name: /^Made-up names/ }));
  await userEvent.click(change);
  expect(await screen.findByText('The names on the boards of this course were changed.')).toBeVisible();
  expect(sent()).toEqual([{ naming: 'aliases' }]);
});

it('opens the projector view with the filters of the board', async () => {
  await open(settings());
  await button('Names');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Campaign' }), 'Contested Orbits');
  const link = await screen.findByRole('link', { name: 'Projector' });
  expect(link).toHaveAttribute('href', `/leaderboard/${SESSION_ID}?view=projector&campaign=c2`);
});
