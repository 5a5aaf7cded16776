import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { problem, startFakeServer, type FakeAnswer } from '../../../testing/fake-server.js';
import { answersFor, freshBrowser, openApp, signedInAs, USER_ID } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const RENEWAL = 'POST /api/auth/session/token';
const SAVE = `PUT /api/users/${USER_ID}`;
const ended = (code: string, title: string): FakeAnswer => ({ status: 401, body: { title, status: 401, code } });

/** Opens the account page with a session that ends while it is shown. */
async function openAccount(refusal: FakeAnswer, more = {}) {
  signedInAs('mara.keller');
  const answers = answersFor('Instructor', 'mara.keller');
  const user = answers[`GET /api/users/${USER_ID}`]?.body as object;
  let isOver = true;
  const seen = await startFakeServer({
    ...answers,
    'GET /api/account': { body: { ...user, pendingEmail: null } },
    'GET /api/account/sessions': { body: [] },
    'GET /api/users/passwordResets/mara.keller': { body: false },
    'DELETE /api/auth/session': { status: 204 },
    [RENEWAL]: refusal,
    [SAVE]: () => (isOver ? problem(401, 'Expired') : { body: user }),
    'POST /api/auth/session': ({ body }: { body: unknown }) => {
      if ((body as { password: string }).password !== 'correct horse 1!')
        return problem(400, 'Invalid username or password.');
      isOver = false;
      return {
        body: { id: USER_ID, refreshToken: 'new-handle', canPlay: true },
        headers: { 'x-auth-token': 'new-auth' },
      };
    },
    ...more,
  });
  openApp('/account');
  const name = await screen.findByLabelText('First Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Marianne');
  await userEvent.click(screen.getByRole('button', { name: 'Save details' }));
  return { seen, saves: () => seen.filter(({ method, path }) => `${method} ${path}` === SAVE) };
}

const dialog = () => screen.findByRole('dialog', { name: 'Session expired' });
const passwordField = () => within(screen.getByRole('dialog')).getByLabelText('Password');
const path = () => window.location.pathname;

describe('a session that ends while a page is shown', () => {
  beforeEach(freshBrowser);

  it('asks for the password above the page, keeps the input, and repeats the request', async () => {
    const { saves } = await openAccount(problem(401, 'Over'));
    expect(await dialog()).toHaveAccessibleDescription(/Your session has expired. Enter the password of mara.keller/);
    expect(path()).toBe('/account');
    const password = passwordField();
    expect(password).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(password).toHaveAccessibleDescription('Enter your password.');
    await userEvent.type(password, 'wrong horse 1!{Enter}');
    expect(await screen.findByText(/^Invalid username or password/)).toBeVisible();
    expect(password).toHaveValue('');
    await userEvent.type(password, 'correct horse 1!{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(saves().map(({ body }) => (body as { firstName: string }).firstName)).toEqual(['Marianne', 'Marianne']);
    expect(localStorage.getItem('refresh-token')).toBe('new-handle');
    expect(path()).toBe('/account');
  });

  it('uses a native modal dialog, which appears above open native dialogs', async () => {
    const showModal = jest.spyOn(HTMLDialogElement.prototype, 'showModal');
    await openAccount(problem(401, 'Over'));
    const shown = await dialog();
    expect(showModal.mock.contexts).toContain(shown);
    expect(shown.parentElement).toBe(document.body);
    showModal.mockRestore();
  });

  it('keeps the dialog open on Escape, and opens / on Cancel', async () => {
    const { seen } = await openAccount(problem(401, 'Over'));
    const shown = (await dialog()) as HTMLDialogElement;
    expect(fireEvent(shown, new Event('cancel', { cancelable: true }))).toBe(false);
    act(() => shown.close());
    expect(screen.getByRole('dialog')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText("You've been logged out")).toBeVisible();
    expect(path()).toBe('/');
    expect(seen.some(({ method }) => method === 'DELETE')).toBe(true);
    expect(localStorage.getItem('refresh-token')).toBeNull();
  });

  it.each([
    ['ACCOUNT_DISABLED', 'Your account is disabled. Please contact your administrator.'],
    ['ORGANIZATION_UNPAID', 'The subscription of your organization is unpaid. Please contact your administrator.'],
    ['SESSION_ENDED', 'An administrator ended your session. Sign in again.'],
  ])('opens / and shows the reason after %s', async (code, title) => {
    await openAccount(ended(code, title));
    expect(await screen.findByText(title)).toBeVisible();
    expect(path()).toBe('/');
    expect(screen.queryByRole('dialog', { name: 'Session expired' })).not.toBeInTheDocument();
    expect(localStorage.getItem('refresh-token')).toBeNull();
  });

  it('shows the reason when the account was disabled before the password was entered', async () => {
    await openAccount(problem(401, 'Over'), {
      'POST /api/auth/session': { body: { id: USER_ID, refreshToken: '', canPlay: false } },
    });
    await dialog();
    await userEvent.type(passwordField(), 'correct horse 1!{Enter}');
    expect(
      await screen.findByText('User or organization account is disabled. Please contact your administrator.'),
    ).toBeVisible();
    expect(path()).toBe('/');
  });

  it('opens the password reset when one is pending', async () => {
    await openAccount(problem(401, 'Over'), { 'GET /api/users/passwordResets/mara.keller': { body: true } });
    await dialog();
    await userEvent.type(passwordField(), 'ABCD-1234{Enter}');
    await waitFor(() => expect(path()).toBe('/password-reset'));
    expect(await screen.findByLabelText('Username')).toHaveValue('mara.keller');
  });

  it('asks for the password after a request that keeps the page on failure', async () => {
    const at = '2026-03-01T09:00:00Z';
    const other = { id: 's2', device: 'Safari on iPhone', address: '', startedAt: at, lastSeenAt: at, current: false };
    const refusals = [problem(401, 'Expired')];
    await openAccount(problem(401, 'Over'), {
      [SAVE]: { status: 204 },
      'GET /api/account/sessions': { body: [other] },
      'DELETE /api/account/sessions/s2': () => refusals.pop() ?? { status: 204 },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^End session of Safari on iPhone/ }));
    await dialog();
    await userEvent.type(passwordField(), 'correct horse 1!{Enter}');
    expect(await screen.findByText('The session has ended.')).toBeVisible();
  });

  it('closes the dialog when another tab has signed in the same user', async () => {
    const { saves } = await openAccount(problem(401, 'Over'));
    await dialog();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'refresh-token', newValue: 'other-tab' })));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(saves()).toHaveLength(2);
  });
});

describe('another user in the same browser', () => {
  beforeEach(freshBrowser);
  const OTHER = 'Another user signed in to this browser.';

  const openCourses = async () => {
    signedInAs('mara.keller');
    const seen = await startFakeServer(answersFor('Instructor', 'mara.keller'));
    openApp('/instructor/courses');
    await screen.findByRole('heading', { name: 'Courses' });
    localStorage.setItem('userId', 'somebody-else');
    return seen;
  };

  it.each([
    ['while the page is shown', () => new StorageEvent('storage', { key: 'userId', newValue: 'somebody-else' })],
    ['while the page was in the back/forward cache', () => new PageTransitionEvent('pageshow', { persisted: true })],
  ])('opens / with a message, and does not change the new session: %s', async (_, event) => {
    const seen = await openCourses();
    act(() => void window.dispatchEvent(event()));
    expect(await screen.findByText(OTHER)).toBeVisible();
    expect(path()).toBe('/');
    expect(seen.filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect(localStorage.getItem('userId')).toBe('somebody-else');
  });
});
