import { act, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HelpRow } from '../../../../api/contracts/presence.contract.js';
import { connectionBecomes, push, reported, watched } from '../../../testing/fake-live.js';
import { startFakeServer } from '../../../testing/fake-server.js';
import { gradebookOf, SCENARIOS, SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs, USER_ID } from '../../../testing/open-app.js';
import { getDefaultStore } from '../../../shared/state/jotai.js';
import { playScenarioAtom } from '../played-scenario.atoms.js';
import { useIdle } from './class-presence.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const OWN_GROUPS = 'GET /api/users/me/groups';
const SCENARIO = '0198c0de-0000-7000-8000-000000000042';
const HELP_ID = '0198c0de-0000-7000-8000-0000000000bb';
const STORED = 'askedForHelp';
const storedRequest = ({ userId = USER_ID, sessionId = SESSION_ID, hoursAgo = 1 } = {}) =>
  [userId, sessionId, HELP_ID, Date.now() - hoursAgo * 3_600_000].join(' ');
const group = (activeSessionId: string | null) => ({
  id: 'g1',
  name: 'Operations 101',
  activeSessionId,
  lastActiveSessionId: SESSION_ID,
});
const { session } = gradebookOf({});

async function open(activeSessionId: string | null = SESSION_ID) {
  signedInAs('mara');
  const state = { activeSessionId };
  await startFakeServer({
    ...answersFor('User', 'mara'),
    [OWN_GROUPS]: () => ({ body: [group(state.activeSessionId)] }),
    'GET /api/courses/0198c0de-0000-7000-8000-000000000001/headers': { body: SCENARIOS },
    [`GET /api/sessions/${SESSION_ID}`]: { body: session },
    [`GET /api/scores/leaderboard/${SESSION_ID}/all`]: {
      body: { topScores: [], me: null, around: [], viewerId: USER_ID, version: 0, frozenAt: null },
    },
  });
  openApp('/play');
  await screen.findByRole('heading', { name: 'Operations 101' });
  return state;
}

const help = () => screen.findByRole('button', { name: 'Ask for help' });
const play = (scenarioId: string | null) => act(() => getDefaultStore().set(playScenarioAtom, scenarioId));

describe('the presence of a player', () => {
  beforeEach(() => {
    freshBrowser();
    connectionBecomes('live');
  });
  afterEach(() => play(null));

  it('reports the player with the scenario from the game', async () => {
    await open();
    await help();
    const here = { sessionId: SESSION_ID, scenarioId: null, since: null, idle: false, needsHelp: false };
    expect(reported()).toEqual([here]);
    play(SCENARIO);
    const since = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect(reported()).toEqual([{ ...here, scenarioId: SCENARIO, since }]);
    const [before] = reported();
    play(SCENARIO);
    expect(reported()).toEqual([before]);
    play(null);
    expect(reported()).toEqual([here]);
  });

  it('keeps a help request open until the player cancels it, also across a reload', async () => {
    await open();
    expect(await help()).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByText('Stuck? Ask your instructor for help.')).toBeVisible();
    await userEvent.click(await help());
    expect(await help()).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText('Notifying your instructor…')).toHaveAttribute('role', 'status');
    const helpId = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
    expect(reported()).toMatchObject([{ needsHelp: true, helpId }]);
    expect(localStorage.getItem(STORED)).toMatch(`${USER_ID} ${SESSION_ID} ${reported()[0]!.helpId} 1`);
    await userEvent.click(await help());
    expect(reported()).toMatchObject([{ needsHelp: false }]);
    expect(localStorage.getItem(STORED)).toBeNull();
  });

  it('keeps a help request across a reload', async () => {
    localStorage.setItem(STORED, storedRequest());
    await open();
    expect(await help()).toHaveAttribute('aria-pressed', 'true');
    expect(reported()).toMatchObject([{ needsHelp: true, helpId: HELP_ID }]);
  });

  it('shows that the instructor is notified, who is on the way, and when the request is resolved', async () => {
    localStorage.setItem(STORED, storedRequest());
    await open();
    await help();
    expect(watched()).toContain(`help ${SESSION_ID}`);
    const answer = (sequence: number, changed: Partial<HelpRow>) => {
      const value = { helpId: HELP_ID, since: '2026-03-01T10:00:00Z', helper: null, resolvedAt: null, ...changed };
      return push('help', [{ key: USER_ID, sequence, value }]);
    };
    await answer(1, { helpId: SCENARIO, resolvedAt: '2026-03-01T10:01:00Z' });
    expect(screen.getByText('Notifying your instructor…')).toBeVisible();
    await answer(2, {});
    expect(screen.getByText('Your instructor has been notified. Select again to cancel.')).toBeVisible();
    await answer(3, { helper: { userId: SCENARIO, name: 'Dana Reyes' } });
    expect(screen.getByText('Dana Reyes is on the way.')).toBeVisible();
    await answer(4, { resolvedAt: '2026-03-01T10:02:00Z' });
    expect(screen.getByText(/^Resolved/)).toBeVisible();
    expect(await help()).toHaveAttribute('aria-pressed', 'false');
    expect(reported()).toMatchObject([{ needsHelp: false }]);
    expect(localStorage.getItem(STORED)).toMatch(/ resolved$/);
    expect(watched()).not.toContain(`help ${SESSION_ID}`);
    await userEvent.click(await help());
    expect(reported()[0]?.helpId).not.toBe(HELP_ID);
  });

  it.each([
    ['of another user', { userId: 'somebody-else' }],
    ['of another class', { sessionId: SCENARIO }],
    ['of the day before', { hoursAgo: 9 }],
  ])('does not reopen a request %s', async (_, request) => {
    localStorage.setItem(STORED, storedRequest(request));
    await open();
    expect(await help()).toHaveAttribute('aria-pressed', 'false');
    expect(reported()).toMatchObject([{ needsHelp: false }]);
  });

  it('shows and reports the request that another tab opens or cancels', async () => {
    await open();
    await help();
    const storedElsewhere = (request: string | null) => {
      if (request === null) localStorage.removeItem(STORED);
      else localStorage.setItem(STORED, request);
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: STORED, newValue: request })));
    };
    storedElsewhere(storedRequest());
    expect(await help()).toHaveAttribute('aria-pressed', 'true');
    expect(reported()).toMatchObject([{ needsHelp: true, helpId: HELP_ID }]);
    storedElsewhere(`${storedRequest()} resolved`);
    expect(screen.getByText(/^Resolved/)).toBeVisible();
    expect(reported()).toMatchObject([{ needsHelp: false }]);
    storedElsewhere(storedRequest());
    storedElsewhere(null);
    expect(await help()).toHaveAttribute('aria-pressed', 'false');
    expect(reported()).toMatchObject([{ needsHelp: false }]);
  });

  it('reads the request again when a frozen page is shown', async () => {
    await open();
    await help();
    localStorage.setItem(STORED, storedRequest());
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(reported()).toMatchObject([{ needsHelp: true, helpId: HELP_ID }]);
  });

  it('shows that a help request could not be sent', async () => {
    await open();
    await userEvent.click(await help());
    connectionBecomes('reconnecting');
    expect(screen.getByText(/^You are not connected/)).toBeVisible();
  });

  it('reports nothing while no class is running, and stops when the class ends', async () => {
    const state = await open();
    await help();
    expect(watched()).toContain(`class ${SESSION_ID}`);
    state.activeSessionId = null;
    await push(
      'class',
      [{ key: 'snapshot', sequence: 60, value: { ...session, endDate: '2026-03-01T12:00:00Z' } }],
      true,
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Ask for help' })).not.toBeInTheDocument());
    expect(reported()).toEqual([]);
  });

  it('starts to report when the expected class starts', async () => {
    const timers = jest.spyOn(window, 'setInterval');
    const state = await open(null);
    expect(reported()).toEqual([]);
    state.activeSessionId = SESSION_ID;
    const [look] = timers.mock.calls.find(([, everyMs]) => everyMs === 30_000) ?? [];
    timers.mockRestore();
    (look as () => void)();
    await help();
    expect(reported()).toMatchObject([{ sessionId: SESSION_ID }]);
  });
});

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const touch = (input: string) => act(() => void window.dispatchEvent(new Event(input)));

describe('idle detection', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('reports idle after two minutes without input, until the next input', () => {
    const { result } = renderHook(() => useIdle());
    pass(110_000);
    touch('pointermove');
    pass(119_000);
    expect(result.current).toBe(false);
    pass(1_000);
    expect(result.current).toBe(true);
    touch('keydown');
    expect(result.current).toBe(false);
    pass(120_000);
    expect(result.current).toBe(true);
  });

  it('stops its timer after the last subscriber is gone', () => {
    const { unmount } = renderHook(() => useIdle());
    unmount();
    expect(jest.getTimerCount()).toBe(0);
  });
});
