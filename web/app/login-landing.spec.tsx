import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '../../api/contracts/sign-in.contract.js';
import { replaceDocument } from '../shared/load-document.js';
import { problem, startFakeServer } from '../testing/fake-server.js';
import { answersFor, freshBrowser, openApp, signedInAs, USER_ID } from '../testing/open-app.js';
import { landingOf } from './landing.js';

jest.mock('../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../testing/fake-live.js').fakeLive,
}));
jest.mock('../shared/load-document.js', () => ({
  ...jest.requireActual('../shared/load-document.js'),
  loadDocument: jest.fn(),
  replaceDocument: jest.fn(),
}));

const LOGGED_OUT = "You've been logged out";
const path = () => window.location.pathname + window.location.search;
const SIGN_IN = {
  'GET /api/users/passwordResets/mara.keller': { body: false },
  'POST /api/auth/session': {
    body: { id: USER_ID, refreshToken: 'refresh-handle', canPlay: true },
    headers: { 'x-auth-token': 'auth-handle' },
  },
};

const serve = (role: Role, more = {}) => startFakeServer({ ...answersFor(role, 'mara.keller'), ...SIGN_IN, ...more });

/** Sets how the browser reports the document was loaded. */
function documentLoadedBy(type: NavigationTimingType): void {
  Object.defineProperty(performance, 'getEntriesByType', {
    configurable: true,
    value: () => [{ type, name: window.location.href }],
  });
}

async function enterPassword(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Username'), 'mara.keller');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse 1!{Enter}');
}

describe('the start page of a signed-in user', () => {
  beforeEach(() => {
    freshBrowser();
    jest.mocked(replaceDocument).mockClear();
    delete (performance as Partial<Performance>).getEntriesByType;
  });

  it.each([
    ['the logo in the footer', '/account', 'Ready Room'],
    ['the link of the 404 page', '/no/such/page', 'Go to the start page'],
    ['the link of the 500 page', '/server-error', 'Go to the start page'],
    ['the link of the access-denied page', '/unauthorized', 'Go to Login'],
    ['the logo below the leaderboard of all classes', '/leaderboard/all', 'Ready Room'],
  ])('redirects from %s to the landing page and keeps the session', async (_, from, link) => {
    signedInAs('mara.keller');
    const seen = await serve('Instructor');
    openApp(from);
    await userEvent.click(await screen.findByRole('link', { name: link }));
    await waitFor(() => expect(path()).toBe('/instructor/courses'));
    expect(seen.filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect(localStorage.getItem('refresh-token')).toBe('refresh-handle');
  });

  it('loads a new document of the play area for a player', async () => {
    signedInAs('mara.keller');
    await serve('User');
    openApp('/no/such/page');
    documentLoadedBy('navigate');
    await userEvent.click(await screen.findByRole('link', { name: 'Go to the start page' }));
    await waitFor(() => expect(replaceDocument).toHaveBeenCalledWith('/play'));
  });

  it('redirects when Back or Forward loaded the document', async () => {
    signedInAs('mara.keller');
    await serve('SystemAdmin');
    documentLoadedBy('back_forward');
    openApp('/');
    await waitFor(() => expect(path()).toBe('/admin/users'));
    expect(localStorage.getItem('refresh-token')).toBe('refresh-handle');
  });

  it.each(['navigate', 'reload'] as const)('logs out when its address was loaded (%s)', async (type) => {
    signedInAs('mara.keller');
    await serve('SystemAdmin', { 'DELETE /api/auth/session': { status: 204 } });
    documentLoadedBy(type);
    openApp('/');
    expect(await screen.findByText(LOGGED_OUT)).toBeVisible();
    expect(localStorage.getItem('refresh-token')).toBeNull();
  });

  it('redirects when the browser restores the login page from its back/forward cache', async () => {
    await serve('SystemAdmin');
    openApp('/');
    await screen.findByLabelText('Username');
    signedInAs('mara.keller');
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await waitFor(() => expect(path()).toBe('/admin/users'));
  });

  it('shows the login page when the stored session has expired', async () => {
    signedInAs('mara.keller');
    await serve('Instructor', {
      'GET /api/auth/session/roles': problem(401, 'Expired'),
      'POST /api/auth/session/token': problem(401, 'Over'),
    });
    openApp('/no/such/page');
    await userEvent.click(await screen.findByRole('link', { name: 'Go to the start page' }));
    expect(await screen.findByText(LOGGED_OUT)).toBeVisible();
    expect(localStorage.getItem('refresh-token')).toBeNull();
  });

  it('offers a retry when the server is unreachable', async () => {
    signedInAs('mara.keller');
    await startFakeServer({});
    openApp('/server-error');
    await userEvent.click(await screen.findByRole('link', { name: 'Go to the start page' }));
    const again = await screen.findByRole('button', { name: 'Try again' });
    await serve('Instructor');
    await userEvent.click(again);
    await waitFor(() => expect(path()).toBe('/instructor/courses'));
  });
});

describe('the page after the sign-in', () => {
  beforeEach(freshBrowser);

  it('replaces the login page in the history', async () => {
    await serve('SystemAdmin');
    openApp('/');
    const before = window.history.length;
    await enterPassword();
    await waitFor(() => expect(path()).toBe('/admin/users'));
    expect(window.history.length).toBe(before);
  });

  it('is the requested page with its filters, also after a reload of the login page', async () => {
    await serve('SystemAdmin');
    openApp('/admin/courses?q=alpha');
    expect(await screen.findByText('You must log in first')).toBeVisible();
    expect(path()).toBe('/');
    expect(window.history.state).toMatchObject({ usr: { next: '/admin/courses?q=alpha' } });
    await enterPassword();
    await waitFor(() => expect(path()).toBe('/admin/courses?q=alpha'));
  });

  it.each<[Role, string, string]>([
    ['SystemAdmin', '/admin/audit?kind=security', '/admin/audit?kind=security'],
    ['OrganizationAdmin', '/admin/courses', '/admin/courses'],
    ['OrganizationAdmin', '/admin/audit', '/admin/users'],
    ['Instructor', '/monitor/1', '/monitor/1'],
    ['Instructor', '/admin', '/instructor'],
    ['User', '/leaderboard/1', '/leaderboard/1'],
    ['User', '/gradebook/1', '/play'],
    ['User', '/', '/play'],
    ['User', '//elsewhere.example/account', '/play'],
    ['User', '/\\elsewhere.example/account', '/play'],
    ['User', 'https://elsewhere.example/account', '/play'],
    ['User', 'javascript:alert(1)', '/play'],
  ])('for the role %s, requesting %s, is %s', (role, requested, landing) => {
    expect(landingOf(role, requested)).toBe(landing);
  });
});
