import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { push, watched } from '../../../testing/fake-live.js';
import { startFakeServer } from '../../../testing/fake-server.js';
import { gradebookOf, SCENARIOS, SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs, USER_ID } from '../../../testing/open-app.js';

jest.mock('./score-chart.js', () => ({ __esModule: true, default: () => <figure>chart</figure> }));
jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const entry = (rank: number, userName: string, score: number, userId = userName) => ({
  rank,
  userId,
  userName,
  organizationName: null,
  score,
  totalScore: score,
  questionsScore: 0,
  scenariosPassed: 2,
  achievedAt: '2026-03-01T10:00:00Z',
});
const board = (topScores: unknown[], more = {}) => ({
  body: { topScores, me: null, version: 1, frozenAt: null, ...more },
});
const BOARD = `GET /api/scores/leaderboard/${SESSION_ID}/all`;

async function open(answer: object) {
  freshBrowser();
  signedInAs('mara');
  // jsdom knows no media queries; rows stand still for whoever asked for less motion
  window.matchMedia = () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }) as never;
  const seen = await startFakeServer({
    ...answersFor('User', 'mara'),
    'GET /api/courses/0198c0de-0000-7000-8000-000000000001/headers': { body: SCENARIOS },
    [`GET /api/sessions/${SESSION_ID}`]: { body: gradebookOf({}).session },
    [BOARD]: answer,
  });
  openApp(`/leaderboard/${SESSION_ID}`);
  return seen;
}

const places = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('rowheader').textContent);

describe('leaderboard', () => {
  it('lists the places and marks the own one', async () => {
    await open(board([entry(1, 'ada', 1200), entry(2, 'mara', 900, USER_ID)]));
    await screen.findByRole('table');
    expect(places()).toEqual(['ada', 'maraYou']);
    expect(screen.getByRole('row', { name: /ada/ })).toHaveTextContent('1,200');
    expect(await screen.findByText('Operations 101 - Class 3')).toBeVisible();
  });

  it('follows the changes', async () => {
    await open(board([entry(1, 'ada', 1200), entry(2, 'bo', 900)]));
    await screen.findByRole('table');
    expect(watched()).toEqual([`leaderboard ${SESSION_ID}`]);
    const topScores = [entry(1, 'bo', 1300), entry(2, 'ada', 1200)];
    await push('leaderboard', [{ key: 'snapshot', sequence: 4, value: { topScores, frozenAt: null } }], true);
    expect(places()).toEqual(['bo', 'ada']);
  });

  it('shows the own place below the others', async () => {
    await open(board([entry(1, 'ada', 1200)], { me: entry(27, 'mara', 10, USER_ID) }));
    await screen.findByRole('table');
    expect(places()).toEqual(['ada', 'maraYou']);
    expect(screen.getByRole('row', { name: /mara/ })).toHaveTextContent(/^27/);
  });

  it('says when there are no scores yet, and when the board is frozen', async () => {
    await open(board([], { frozenAt: '2026-03-01T11:00:00Z' }));
    expect(await screen.findByText(/^No scores yet/)).toBeVisible();
    expect(screen.getByText(/is frozen/)).toBeVisible();
  });

  it('narrows to a Compete campaign and keeps the choice in the address', async () => {
    const seen = await open(board([entry(1, 'ada', 1200)]));
    await screen.findByRole('table');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'All campaigns',
      'Contested Orbits',
    ]);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Campaign' }), 'Contested Orbits');
    await screen.findByRole('table');
    expect(window.location.search).toBe('?campaign=c2');
    expect(watched()).toEqual([`leaderboard ${SESSION_ID}.campaign.c2`]);
    expect(seen.at(-1)?.path).toContain('campaignId=c2');
  });
});
