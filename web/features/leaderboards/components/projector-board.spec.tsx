import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { connectionBecomes, push, watched } from '../../../testing/fake-live.js';
import { startFakeServer } from '../../../testing/fake-server.js';
import { SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { answersForBoard, BOARD_PATH, boardOf, calmBrowser, place } from '../../../testing/leaderboard-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

async function open(board: object) {
  freshBrowser();
  signedInAs('ines');
  calmBrowser();
  const answers = { ...answersFor('Instructor', 'ines'), ...answersForBoard, [BOARD_PATH]: board };
  const seen = await startFakeServer(answers);
  openApp(`/leaderboard/${SESSION_ID}?view=projector`);
  return seen;
}

const rows = () => screen.getAllByRole('listitem').map((item) => item.textContent);
const sendUpdate = (topScores: unknown[], sequence: number, frozenAt: string | null = null) =>
  push('leaderboard', [{ key: 'snapshot', sequence, value: { topScores, frozenAt } }], true);

it('shows only the first ten, with their rank changes', async () => {
  await open(boardOf(Array.from({ length: 12 }, (_, nth) => place(nth + 1, `p${nth + 1}`, 1200 - nth))));
  expect(await screen.findByRole('heading', { name: 'Operations 101 - Class 3' })).toBeVisible();
  expect(rows()).toHaveLength(10);
  expect(rows()[0]).toBe('1p11,200');
  expect(screen.queryByRole('contentinfo')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
  await sendUpdate([place(1, 'p3', 1300), place(2, 'p1', 1200), place(3, 'p2', 1199)], 4);
  expect(rows()).toEqual(['1▲2up 2p31,300', '2▼1down 1p11,200', '3▼1down 1p21,199']);
  // more points without a rank change: the arrows of the last change stay
  await sendUpdate([place(1, 'p3', 1400), place(2, 'p1', 1200), place(3, 'p2', 1199)], 5);
  expect(rows()[0]).toBe('1▲2up 2p31,400');
  await sendUpdate([place(1, 'p3', 1400), place(2, 'p2', 1250), place(3, 'p1', 1200)], 6);
  expect(rows()).toEqual(['1p31,400', '2▲1up 1p21,250', '3▼1down 1p11,200']);
});

it("shows the students' view to every viewer", async () => {
  const seen = await open(boardOf([place(1, 'Amber Falcon 4217', 10)]));
  expect(await screen.findByText('Amber Falcon 4217')).toBeVisible();
  expect(seen.find(({ path }) => path.includes('/scores/leaderboard/'))?.path).toContain('view=students');
  expect(watched()).toEqual([`leaderboard ${SESSION_ID}.students`]);
});

it('shows that it is live, and that it is frozen', async () => {
  await open(boardOf([]));
  expect(await screen.findByText('No scores yet')).toBeVisible();
  connectionBecomes('live');
  expect(screen.getByText('Live')).toBeVisible();
  await sendUpdate([place(1, 'ada', 10)], 4, '2026-03-01T11:00:00Z');
  expect(screen.getByText(/^The board has been frozen since/)).toBeVisible();
});

it('has no full-screen button in browsers without full screen', async () => {
  await open(boardOf([]));
  expect(await screen.findByText('No scores yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Full screen' })).toBeNull();
});

it('enters full screen and leaves it again', async () => {
  const full = (element: Element | null) => {
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: element });
    document.dispatchEvent(new Event('fullscreenchange'));
    return Promise.resolve();
  };
  document.documentElement.requestFullscreen = jest.fn(() => full(document.documentElement));
  document.exitFullscreen = jest.fn(() => full(null));
  await open(boardOf([]));
  await userEvent.click(await screen.findByRole('button', { name: 'Full screen' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave full screen' }));
  expect(await screen.findByRole('button', { name: 'Full screen' })).toBeVisible();
  document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('not allowed'));
  await userEvent.click(screen.getByRole('button', { name: 'Full screen' }));
  expect(await screen.findByText('This browser does not allow full screen here.')).toBeVisible();
});
