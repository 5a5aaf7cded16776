import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '../../../../api/contracts/sign-in.contract.js';
import { loadDocument } from '../../../shared/load-document.js';
import { bannerFlag } from '../../../shared/session/banner-flag.js';
import { reported } from '../../../testing/fake-live.js';
import { problem, startFakeServer } from '../../../testing/fake-server.js';
import { fakeUnity, gameAnswers, raise, STARTUP } from '../../../testing/fake-unity.js';
import { gradebookOf, SCENARIOS, SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));
jest.mock('../../../shared/load-document.js', () => ({ loadDocument: jest.fn(), isDocumentOf: () => true }));

const ATTEMPT_ID = '0198c0de-0000-7000-8000-00000000a001';
const SCENARIO_ID = SCENARIOS[0]!.scenarioId;

async function open(role: Role = 'User', more = {}) {
  signedInAs('mara');
  const answers = { ...answersFor(role, 'mara'), 'GET /api/users/me/groups': { body: [] } };
  const unity = fakeUnity();
  const seen = await startFakeServer({ ...answers, ...gameAnswers, ...more });
  openApp('/play');
  return { unity, seen };
}

/** Opens the page with a running game that has received its first messages. */
async function openRunning(role: Role = 'User', more = {}) {
  const opened = await open(role, more);
  await opened.unity.begin();
  await opened.unity.run();
  return opened;
}

const documents = () => jest.mocked(loadDocument).mock.calls.map(([path]) => path);

describe('the game viewer', () => {
  beforeEach(() => {
    freshBrowser();
    jest.mocked(loadDocument).mockClear();
    jest.spyOn(console, 'log').mockImplementation(() => {});
    jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => jest.restoreAllMocks());

  it('shares the keyboard: typing belongs to the page, Shift+Escape leaves the game', async () => {
    await openRunning();
    const received: string[] = [];
    const cancelAll = (event: Event): void => {
      received.push((event as KeyboardEvent).key);
      event.preventDefault();
    };
    // as Unity does
    window.addEventListener('keydown', cancelAll, { capture: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Join course' }));
    await userEvent.type(await screen.findByLabelText('Access Code'), 'ABC');
    expect(screen.getByLabelText('Access Code')).toHaveValue('ABC');
    expect(received).toEqual([]);

    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

    const canvas = await screen.findByRole('application', { name: 'Game' });
    expect(canvas).toHaveAccessibleDescription('Shift+Esc leaves the game');
    await userEvent.click(canvas);
    await userEvent.keyboard('w{Tab}{Escape}');
    expect(canvas).toHaveFocus();
    expect(received).toEqual(['w', 'Tab', 'Escape']);
    await userEvent.keyboard('{Shift>}{Escape}{/Shift}');
    expect(screen.getByRole('button', { name: 'Full screen' })).toHaveFocus();
    expect(received).toEqual(['w', 'Tab', 'Escape', 'Shift']);
    window.removeEventListener('keydown', cancelAll, { capture: true });
  });

  it('requests full screen from the game, or enlarges it to the window in browsers without full screen', async () => {
    let canGrow = true;
    Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, get: () => canGrow });
    const { unity } = await openRunning();
    const viewer = screen.getByRole('region', { name: 'Game' });
    await userEvent.click(screen.getByRole('button', { name: 'Full screen' }));
    expect([unity.calls, viewer.dataset.large]).toEqual([['create', 'fullscreen 1'], 'false']);
    canGrow = false;
    await userEvent.click(screen.getByRole('button', { name: 'Full screen' }));
    expect([unity.calls.length, viewer.dataset.large]).toEqual([2, 'true']);
    await userEvent.click(screen.getByRole('button', { name: 'Leave full screen' }));
    expect(viewer.dataset.large).toBe('false');
  });

  it('keeps the session of a game that calls the API itself valid, because an access token expires in five minutes', async () => {
    const renewals = () => seen.filter(({ path }) => path === '/api/auth/session/token').length;
    const { unity, seen } = await open('User', {
      'POST /api/auth/session/token': { body: { refreshToken: 'next' }, headers: { 'x-auth-token': 'next' } },
    });
    localStorage.setItem('x-auth-token', 'first');
    await unity.begin();
    jest.useFakeTimers({ advanceTimers: true });
    await unity.run();
    await act(() => jest.advanceTimersByTimeAsync(31_000));
    const before = renewals();
    await act(() => jest.advanceTimersByTimeAsync(3 * 60_000));
    expect(renewals()).toBe(before);
    await act(() => jest.advanceTimersByTimeAsync(90_000));
    jest.useRealTimers();
    expect(renewals()).toBe(before + 1);
    expect(localStorage.getItem('refresh-token')).toBe('next');
  });

  it('sends the text of the clipboard to the game, or a fixed text when it is denied', async () => {
    const { unity } = await openRunning();
    const readText = jest.fn().mockResolvedValueOnce('pasted').mockRejectedValueOnce(new Error('denied'));
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { readText } });
    await raise('GetTextFromClipboard');
    await raise('GetTextFromClipboard');
    expect(unity.messages.slice(2)).toEqual([
      ['WebBridge', 'ReceiveClipboardText', 'pasted'],
      ['WebBridge', 'ReceiveClipboardText', 'BORGERR - Clipboard Read Permission Denied'],
    ]);
  });

  it('signs out, ends the game once, and opens the login in a new document', async () => {
    const { unity, seen } = await openRunning('User', { 'DELETE /api/auth/session': { status: 204 } });
    await raise('LogOut');
    await waitFor(() => expect(documents()).toEqual(['/']));
    expect(unity.calls).toEqual(['create', 'quit']);
    expect([localStorage.getItem('refresh-token'), localStorage.getItem('userId')]).toEqual([null, null]);
    expect(seen.some(({ method }) => method === 'DELETE')).toBe(true);
    expect(document.querySelector('canvas')).toBeNull();
  });

  it.each([
    ['SystemAdmin', '/admin/users'],
    ['OrganizationAdmin', '/admin/users'],
    ['Instructor', '/instructor'],
  ] as const)('closes the window when a %s quits, and opens %s if it is still open', async (role, to) => {
    const close = jest.spyOn(window, 'close').mockImplementation(() => {});
    const { unity } = await openRunning(role);
    await raise('Quit');
    await waitFor(() => expect(documents()).toEqual([to]));
    expect(close).toHaveBeenCalledTimes(1);
    expect(unity.calls).toEqual(['create', 'quit']);
    expect(localStorage.getItem('refresh-token')).not.toBeNull();
  });

  it.each([
    ['User', 'online', { 'DELETE /api/auth/session': { status: 204 } }],
    ['Restricted', 'offline', {}],
  ] as const)('signs a %s out before opening / when quitting %s', async (role, _, answers) => {
    const close = jest.spyOn(window, 'close').mockImplementation(() => {});
    const { unity, seen } = await openRunning(role, answers);
    await raise('Quit');
    await waitFor(() => expect(documents()).toEqual(['/']));
    expect(unity.calls).toEqual(['create', 'quit']);
    expect(seen.some(({ method, path }) => method === 'DELETE' && path === '/api/auth/session')).toBe(true);
    expect([localStorage.getItem('refresh-token'), localStorage.getItem('userId')]).toEqual([null, null]);
    expect(close).not.toHaveBeenCalled();
  });

  it('reserves space for the banner until it is known that none is shown', async () => {
    await open();
    const room = () => screen.getByTestId('play-area').style.getPropertyValue('--banner-room');
    await screen.findByText('Loading... 0%');
    act(() => bannerFlag.keep(true));
    expect(room()).toBe('35px');
    act(() => bannerFlag.keep(false));
    expect([room(), sessionStorage.getItem('showBanner')]).toEqual(['0px', 'false']);
    act(() => sessionStorage.removeItem('showBanner'));
    act(() => void window.dispatchEvent(new Event('ready-room:banner-flag')));
    expect(room()).toBe('35px');
  });

  it('reports the played scenario to the instructor, and the state of a result to the game', async () => {
    const group = { id: 'g1', name: 'Operations 101', activeSessionId: SESSION_ID };
    const { unity, seen } = await openRunning('User', {
      'GET /api/users/me/groups': { body: [group] },
      [`GET /api/sessions/${SESSION_ID}`]: { body: gradebookOf({}).session },
      [`GET /api/scores/leaderboard/${SESSION_ID}/all`]: {
        body: { topScores: [], me: null, version: 0, frozenAt: null },
      },
      'GET /api/courses/0198c0de-0000-7000-8000-000000000001/headers': { body: SCENARIOS },
      'POST /api/scores': problem(409, 'The class is not active.'),
    });
    await raise('ScenarioChanged', JSON.stringify({ scenarioId: SCENARIO_ID, since: new Date().toISOString() }));
    await waitFor(() => expect(reported()).toEqual([expect.objectContaining({ scenarioId: SCENARIO_ID })]));
    await raise('ScenarioChanged', 'no json');
    await raise('ScenarioChanged', JSON.stringify({ scenarioId: null }));
    await waitFor(() => expect(reported()).toEqual([expect.objectContaining({ scenarioId: null })]));

    await raise('SubmitResult', JSON.stringify({ attemptId: ATTEMPT_ID, totalScore: 1 }));
    const refused = { attemptId: ATTEMPT_ID, state: 'refused', message: 'The class is not active.' };
    const sentMessages = () =>
      unity.messages.slice(2).map(([, method, json]) => [method, JSON.parse(String(json)) as unknown]);
    await waitFor(() =>
      expect(sentMessages()).toEqual([
        ['ReceiveResultState', { attemptId: ATTEMPT_ID, state: 'waiting' }],
        ['ReceiveResultState', refused],
      ]),
    );
    expect(seen.find(({ path }) => path === '/api/scores')?.headers).toMatchObject({ 'x-player-id': STARTUP.userId });
    expect(await screen.findByText(/^Your result of .* was rejected: The class is not active\.$/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/was rejected/)).not.toBeInTheDocument();
  });

  it('hides the panel without leaving the class', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Hide class' }));
    expect(screen.queryByRole('button', { name: 'Join course' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show class' }));
    expect(screen.getByRole('button', { name: 'Join course' })).toBeVisible();
  });
});
