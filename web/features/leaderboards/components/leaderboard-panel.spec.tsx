import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lineStyle } from '../history-points.js';
import { push, watched } from '../../../testing/fake-live.js';
import { startFakeServer } from '../../../testing/fake-server.js';
import { SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { answersForBoard, BOARD_PATH, boardOf, calmBrowser, place } from '../../../testing/leaderboard-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs, USER_ID } from '../../../testing/open-app.js';

jest.mock('./score-chart.js', () => ({ __esModule: true, default: () => <figure>chart</figure> }));
jest.mock('./history-chart.js', () => ({ HistoryChart: () => <p>lines</p> }));
jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const line = (userName: string, userId = userName) => ({
  userId,
  userName,
  points: [{ at: '2026-03-01T10:00:00Z', score: 10 }],
});

type Answer = Parameters<typeof startFakeServer>[0][string];

async function open(answer: Answer) {
  freshBrowser();
  signedInAs('mara');
  calmBrowser();
  const seen = await startFakeServer({
    ...answersFor('User', 'mara'),
    ...answersForBoard,
    [BOARD_PATH]: answer,
    [`${BOARD_PATH}/history`]: { body: { lines: [line('ada'), line('mara', USER_ID)], viewerId: USER_ID } },
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
  it('lists the entries and highlights the own one', async () => {
    await open(boardOf([place(1, 'ada', 1200), place(2, 'mara', 900, USER_ID)]));
    await screen.findByRole('table');
    expect(places()).toEqual(['ada', 'maraYou']);
    expect(screen.getByRole('row', { name: /ada/ })).toHaveTextContent('1,200');
    expect(await screen.findByText('Operations 101 - Class 3')).toBeVisible();
  });

  it('updates live', async () => {
    await open(boardOf([place(1, 'ada', 1200), place(2, 'bo', 900)]));
    await screen.findByRole('table');
    expect(watched()).toEqual([`leaderboard ${SESSION_ID}`]);
    const topScores = [place(1, 'bo', 1300), place(2, 'ada', 1200)];
    await push('leaderboard', [{ key: 'snapshot', sequence: 4, value: { topScores, frozenAt: null } }], true);
    expect(places()).toEqual(['bo', 'ada']);
  });

  it('shows ranks below 25 on request, in pages', async () => {
    const ranks = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, n) => place(first + n, `p${first + n}`, 1000 - first - n));
    const asked: string[] = [];
    await open(({ path }) => {
      const offset = Number(new URLSearchParams(path.split('?')[1]).get('offset') ?? 0);
      if (offset > 0) asked.push(path.split('&limit')[1]!);
      const last = { 0: 25, 25: 125, 125: 130 }[offset]!;
      return boardOf(ranks(offset + 1, last), offset === 0 ? { me: place(127, 'mara', 10, USER_ID) } : {});
    });
    await screen.findByRole('table');
    expect(places()).toHaveLength(26);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('p125');
    expect(places().slice(23, 27)).toEqual(['p24', 'p25', 'p26', 'p27']);
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText('p130');
    expect(places()).toHaveLength(130);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(asked).toEqual(['=100&offset=25', '=100&offset=125']);
  });

  it('offers to load the ranks below 25 again after a failure', async () => {
    const top = Array.from({ length: 25 }, (_, n) => place(n + 1, `p${n + 1}`, 900 - n));
    let isDown = true;
    await open(({ path }) => {
      if (!path.includes('offset=')) return boardOf(top);
      return isDown ? { status: 503, body: {} } : boardOf([place(26, 'p26', 10)]);
    });
    await screen.findByRole('table');
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('The other places could not be loaded.')).toBeVisible();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('p26')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Show more|Try again/ })).toBeNull();
  });

  it('keeps saying that ranks are loading while the browser is offline', async () => {
    const top = Array.from({ length: 25 }, (_, n) => place(n + 1, `p${n + 1}`, 900 - n));
    await open(({ path }) => boardOf(path.includes('offset=') ? [place(26, 'p26', 10)] : top));
    await screen.findByRole('table');
    act(() => void window.dispatchEvent(new Event('offline')));
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(screen.getByRole('button', { name: 'Loading...' })).toBeDisabled();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('p26')).toBeVisible();
  });

  it('shows staff names with the username below when the browser setting is on', async () => {
    await open(boardOf([{ ...place(1, 'ada', 1200), name: 'Ada Lovelace' }]));
    await screen.findByRole('table');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show names' }));
    expect(places()).toEqual(['Ada Lovelace ada']);
    const history = await screen.findByRole('figure', { name: 'Score over time' });
    expect(within(history).getAllByRole('listitem')[0]).toHaveTextContent('Ada Lovelace: 1 result, 10 points');
  });

  it('offers no names when the board has none', async () => {
    await open(boardOf([place(1, 'ada', 1200)]));
    await screen.findByRole('table');
    expect(screen.queryByRole('checkbox', { name: 'Show names' })).toBeNull();
  });

  it('shows the own entry below the others', async () => {
    await open(boardOf([place(1, 'ada', 1200)], { me: place(27, 'mara', 10, USER_ID) }));
    await screen.findByRole('table');
    expect(places()).toEqual(['ada', 'maraYou']);
    expect(screen.getByRole('row', { name: /mara/ })).toHaveTextContent(/^27/);
  });

  it('shows the own entry between its neighbours, each once, and loads it again when the board has changed', async () => {
    const own = { me: place(4, 'mara', 300, USER_ID) };
    const around = [place(2, 'bo', 900), place(3, 'cy', 400), own.me, place(5, 'di', 200)];
    const seen = await open(boardOf([place(1, 'ada', 1200), place(2, 'bo', 900)], { ...own, around }));
    await screen.findByRole('table');
    expect(places()).toEqual(['ada', 'bo', 'cy', 'maraYou', 'di']);
    jest.spyOn(Math, 'random').mockReturnValue(0);
    jest.useFakeTimers({ doNotFake: ['requestAnimationFrame', 'queueMicrotask'] });
    try {
      const asked = () => seen.filter(({ path }) => path.includes('?limit=') || path.includes('&limit=')).length;
      const before = asked();
      const topScores = [place(1, 'ada', 1300), place(2, 'bo', 900)];
      for (const sequence of [4, 5]) {
        await push('leaderboard', [
          { key: 'snapshot', sequence, value: { topScores: [...topScores], frozenAt: null } },
        ]);
      }
      await act(() => jest.advanceTimersByTimeAsync(1_900));
      expect(asked()).toBe(before);
      await act(() => jest.advanceTimersByTimeAsync(300));
      expect(asked()).toBe(before + 1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('shows the own name when all other players are anonymous', async () => {
    const alias = { ...place(2, 'Amber Falcon 4217', 900, 'v1'), userId: 'v1' };
    const me = { ...alias, userName: 'mara' };
    await open(boardOf([place(1, 'Bold Otter 1234', 1200), me], { me, viewerId: 'v1' }));
    await screen.findByRole('table');
    const topScores = [alias, place(1, 'Bold Otter 1234', 1200)];
    await push('leaderboard', [{ key: 'snapshot', sequence: 4, value: { topScores, frozenAt: null } }], true);
    expect(places()).toEqual(['maraYou', 'Bold Otter 1234']);
  });

  it('shows that there are no scores yet, and since when the board is frozen', async () => {
    await open(boardOf([], { frozenAt: '2026-03-01T11:00:00Z' }));
    expect(await screen.findByText(/^No scores yet/)).toBeVisible();
    expect(screen.getByText(/^The board has been frozen since/)).toHaveTextContent(/Mar 1, 2026.*Points still count/);
    expect(screen.queryByRole('button', { name: 'Reveal' })).toBeNull();
  });

  it('shows that the board could not be loaded, and loads it again on request', async () => {
    let answers = 0;
    await open(() => (answers++ === 0 ? { status: 400, body: {} } : boardOf([place(1, 'ada', 1200)])));
    expect(await screen.findByText('Failed to get session leaderboard')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeVisible();
  });

  it('draws the points over time, and names the own line', async () => {
    await open(boardOf([place(1, 'ada', 1200)]));
    const figure = await screen.findByRole('figure', { name: 'Score over time' });
    expect(
      within(figure)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['ada: 1 result, 10 points', 'mara (you): 1 result, 10 points']);
  });

  it('draws the lines of the legend with the dashes of the chart', async () => {
    await open(boardOf([place(1, 'ada', 1200)]));
    const figure = await screen.findByRole('figure', { name: 'Score over time' });
    const lines = [...figure.querySelectorAll('li path')];
    expect(lines.map((path) => path.getAttribute('stroke-dasharray'))).toEqual(
      [0, 1].map((line) => lineStyle(line, false).strokeDasharray),
    );
    expect(lines.map((path) => path.getAttribute('stroke'))).toEqual(['var(--chart-line-0)', 'var(--chart-own)']);
  });

  it('never shows the own rank of another board', async () => {
    const own = { me: place(27, 'mara', 10, USER_ID) };
    const seen = await open(({ path }) => boardOf([place(1, 'ada', 1200)], path.includes('campaignId=c2') ? {} : own));
    await screen.findByRole('table');
    jest.useFakeTimers({ doNotFake: ['requestAnimationFrame', 'queueMicrotask'] });
    try {
      const before = seen.length;
      const topScores = [place(1, 'ada', 1300)];
      for (const sequence of [4, 5]) {
        await push('leaderboard', [
          { key: 'snapshot', sequence, value: { topScores: [...topScores], frozenAt: null } },
        ]);
      }
      await act(() => jest.advanceTimersByTimeAsync(5_000));
      expect(seen.length).toBeGreaterThan(before);
    } finally {
      jest.useRealTimers();
    }
    expect(places()).toEqual(['ada', 'maraYou']);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Campaign' }), 'Contested Orbits');
    await screen.findByRole('table');
    expect(watched()).toEqual([`leaderboard ${SESSION_ID}.campaign.c2`]);
    expect(places()).toEqual(['ada']);
  });

  it('filters by a Compete campaign and keeps it in the address', async () => {
    const seen = await open(boardOf([place(1, 'ada', 1200)]));
    await screen.findByRole('table');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'All campaigns',
      'Contested Orbits',
      'All scenarios',
      'Rendezvous and Proximity, in full',
    ]);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Campaign' }), 'Contested Orbits');
    await screen.findByRole('table');
    expect(window.location.search).toBe('?campaign=c2');
    expect(watched()).toEqual([`leaderboard ${SESSION_ID}.campaign.c2`]);
    expect(seen.some(({ path }) => path.includes('campaignId=c2'))).toBe(true);
    const scenario = screen.getByRole('combobox', { name: 'Scenario' });
    await userEvent.selectOptions(scenario, 'Rendezvous and Proximity, in full');
    await screen.findByRole('table');
    expect(window.location.search).toBe('?campaign=c2&scenario=s3');
    expect(watched()).toEqual([`leaderboard ${SESSION_ID}.scenario.s3`]);
  });
});
