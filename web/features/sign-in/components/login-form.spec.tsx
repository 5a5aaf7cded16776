import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { problem, startFakeServer, type FakeAnswer, type FakeRequest } from '../../../testing/fake-server.js';
import { answersFor, freshBrowser, openApp, signedInAs, USER_ID } from '../../../testing/open-app.js';
import { replaceDocument } from '../../../shared/load-document.js';

jest.mock('../../../shared/load-document.js');
jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const SIGN_IN = 'POST /api/auth/session';
const PENDING = 'GET /api/users/passwordResets/mara.keller';
const resetPending: FakeAnswer = {
  status: 400,
  body: { title: 'Password reset pending. Choose a new password.', status: 400, code: 'PASSWORD_RESET_PENDING' },
};

/** Starts a server without a pending reset, unless a test overrides it. */
const serve = (handlers: Parameters<typeof startFakeServer>[0]) =>
  startFakeServer({ [PENDING]: { body: false }, ...handlers });
const pathsOf = (seen: readonly FakeRequest[]) => seen.map(({ method, path }) => `${method} ${path}`);
const welcome = (answer: FakeAnswer['body'] = { id: USER_ID, refreshToken: 'refresh-handle', canPlay: true }) => ({
  body: answer,
  headers: { 'x-auth-token': 'auth-handle' },
});

async function enter(username = 'mara.keller', password = 'correct horse 1!') {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Username'), username);
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`);
  return user;
}

describe('login form', () => {
  beforeEach(freshBrowser);

  it('shows the name of the product, and where to request an access code', async () => {
    await startFakeServer({});
    openApp('/');
    expect(await screen.findByRole('heading', { name: 'Welcome to Ready Room' })).toBeVisible();
    expect(screen.getByText(/e-mail support/)).toHaveTextContent(
      'To request an access code, e-mail support (help@ready-room.example).',
    );
    expect(document.title).toBe('Login - Ready Room');
  });

  it('signs in on Enter, stores session and cookies, and opens /instructor for an instructor', async () => {
    const seen = await serve({
      [SIGN_IN]: welcome(),
      ...answersFor('Instructor', 'mara.keller'),
      'GET /api/groups/listings': { body: [] },
    });
    openApp('/');
    await enter();
    await waitFor(() => expect(window.location.pathname).toBe('/instructor/courses'));
    expect(pathsOf(seen).slice(0, 3)).toEqual([PENDING, SIGN_IN, `GET /api/users/${USER_ID}`]);
    expect(seen[1]?.body).toEqual({ username: 'mara.keller', password: 'correct horse 1!' });
    expect(localStorage.getItem('refresh-token')).toBe('refresh-handle');
    expect(localStorage.getItem('x-auth-token')).toBe('auth-handle');
    expect(localStorage.getItem('userId')).toBe(USER_ID);
    expect(localStorage.getItem('canPlay')).toBe('true');
    expect(document.cookie).toContain('username=mara.keller');
    expect(document.cookie).toContain(`userId=${USER_ID}`);
  });

  it.each(['SystemAdmin', 'OrganizationAdmin'] as const)('opens /admin/users for a %s', async (role) => {
    await serve({ [SIGN_IN]: welcome(), ...answersFor(role, 'ada') });
    openApp('/');
    await enter();
    await waitFor(() => expect(window.location.pathname).toBe('/admin/users'));
    await waitFor(() => expect(document.title).toBe('Users - Ready Room - Admin Panel'));
  });

  it.each(['User', 'Restricted'] as const)('loads the page of the play area for a %s', async (role) => {
    await serve({ [SIGN_IN]: welcome(), ...answersFor(role, 'ada') });
    openApp('/');
    await enter();
    await waitFor(() => expect(replaceDocument).toHaveBeenCalledWith('/play'));
  });

  it('shows field errors, clears each when its field is edited, and clears the password', async () => {
    await serve({
      [SIGN_IN]: problem(400, 'Invalid input', { Username: ['Unknown username.'], Password: ['That is wrong.'] }),
    });
    openApp('/');
    const user = await enter();
    expect(await screen.findByRole('alert')).toHaveTextContent('Login failed: Invalid input');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription('Unknown username.');
    expect(screen.getByLabelText('Username')).toHaveFocus();
    await user.type(screen.getByLabelText('Username'), 'x');
    expect(screen.queryByText('Unknown username.')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('That is wrong.');
    await user.type(screen.getByLabelText('Password'), 'x');
    expect(screen.queryByText('That is wrong.')).not.toBeInTheDocument();
  });

  it.each([
    [
      problem(400, 'Invalid username or password.'),
      'Invalid username or password. If you forgot your password, please contact your administrator to have it reset.',
    ],
    [
      problem(400, 'Wrong password.', { Password: ['Wrong.'] }),
      'Login failed: Wrong password. If you forgot your password, please contact your administrator to have it reset.',
    ],
    [problem(429, 'Too many attempts.'), 'Too many attempts.'],
    [{ status: 400, body: '' }, 'Login Failed'],
    [
      welcome({ id: null, refreshToken: '', canPlay: true }),
      'No logged in user. If this problem persists, please contact your administrator.',
    ],
    [
      welcome({ id: USER_ID, refreshToken: '', canPlay: false }),
      'User or organization account is disabled. Please contact your administrator.',
    ],
  ])('shows the error for %j', async (answer, text) => {
    await serve({ [SIGN_IN]: answer, 'DELETE /api/auth/session': { status: 204 } });
    openApp('/');
    await enter();
    expect(await screen.findByText(text)).toBeVisible();
    expect(localStorage.getItem('refresh-token')).toBeNull();
    expect(document.cookie).not.toContain('username=');
  });

  it('marks the empty fields and sends no request', async () => {
    const seen = await serve({ [SIGN_IN]: welcome() });
    openApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Login' }));
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription('Enter your username.');
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password.');
    expect(screen.getByLabelText('Username')).toHaveFocus();
    await userEvent.type(screen.getByLabelText('Username'), 'mara.keller{Enter}');
    expect(screen.getByLabelText('Username')).not.toHaveAccessibleDescription();
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password.');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(seen).toEqual([]);
  });

  it('focuses the username first, and shows and hides the password', async () => {
    await startFakeServer({});
    openApp('/');
    expect(await screen.findByLabelText('Username')).toHaveFocus();
    const password = screen.getByLabelText('Password');
    await userEvent.type(password, 'correct horse 1!');
    expect(password).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  it('shows that the server may be unavailable', async () => {
    await startFakeServer({});
    openApp('/');
    await enter();
    expect(await screen.findByText('Error completing request. Is the server down?')).toBeVisible();
  });

  it('signs out a user who opens the login with a stored session, and confirms it', async () => {
    const seen = await startFakeServer({ 'DELETE /api/auth/session': { status: 204 } });
    signedInAs('mara.keller');
    openApp('/');
    expect(await screen.findByText("You've been logged out")).toBeVisible();
    expect(seen).toMatchObject([{ method: 'DELETE', path: '/api/auth/session', body: 'refresh-handle' }]);
    expect(localStorage.getItem('refresh-token')).toBeNull();
    expect(document.cookie).not.toContain('userId=');
  });

  it('shows a stored message once', async () => {
    await startFakeServer({});
    sessionStorage.setItem('loginError', 'You must log in first');
    openApp('/');
    expect(await screen.findByText('You must log in first')).toBeVisible();
    expect(sessionStorage.getItem('loginError')).toBeNull();
  });

  it('removes a blank message on any edit', async () => {
    await startFakeServer({});
    sessionStorage.setItem('loginError', ' ');
    openApp('/');
    const alert = await screen.findByRole('alert');
    expect(alert).not.toBeEmptyDOMElement();
    await userEvent.type(screen.getByLabelText('Username'), 'm');
    expect(alert).toBeEmptyDOMElement();
  });

  it('offers registration with an access code, and a password reset', async () => {
    await startFakeServer({});
    openApp('/');
    await userEvent.click(await screen.findByRole('link', { name: 'Register with access code' }));
    expect(await screen.findByRole('heading', { name: 'Create Account' })).toBeVisible();
    expect(window.history.state).toMatchObject({ usr: { pageType: 'JoinOrganization' } });
    await userEvent.click(screen.getByRole('link', { name: 'Back to Login' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Need reset password?' }));
    expect(await screen.findByRole('heading', { name: 'Reset Password' })).toBeVisible();
    expect(window.location.pathname).toBe('/password-reset');
    expect(screen.getByLabelText('Username')).toHaveValue('');
  });

  it('opens the About dialog with version, date and contact', async () => {
    await startFakeServer({});
    openApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'About' }));
    const dialog = screen.getByRole('dialog', { name: 'About Ready Room' });
    expect(dialog).toHaveTextContent('2.2.3');
    expect(dialog).toHaveTextContent('9/5/2025');
    expect(dialog).toHaveTextContent('help@ready-room.example');
    expect(dialog).toHaveTextContent(/authorized users only/i);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('has a footer with logo link, copyright and About', async () => {
    await startFakeServer({});
    openApp('/');
    expect(await screen.findByRole('link', { name: 'Ready Room' })).toHaveAttribute('href', '/');
    expect(screen.getByText(/^© 2025 Ready Room$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'About' })).toBeVisible();
  });
});

describe('signing in while a reset is pending', () => {
  beforeEach(freshBrowser);

  const atReset = async () => {
    await waitFor(() => expect(window.location.pathname).toBe('/password-reset'));
    expect(await screen.findByLabelText('Username')).toHaveValue('mara.keller');
    expect(screen.getByRole('heading', { name: 'Reset Password' })).toBeVisible();
  };

  it('checks first, and does not send the password', async () => {
    const seen = await serve({ [PENDING]: { body: true } });
    openApp('/');
    await enter();
    await atReset();
    expect(pathsOf(seen)).toEqual([PENDING]);
  });

  it('checks again when the response requires it, because the password was the one-time code', async () => {
    let known = false;
    const seen = await serve({
      [PENDING]: () => ({ body: known }),
      [SIGN_IN]: () => {
        known = true;
        return resetPending;
      },
    });
    openApp('/');
    await enter();
    await atReset();
    expect(pathsOf(seen)).toEqual([PENDING, SIGN_IN, PENDING]);
  });

  it('stays on the login when the password was not the code', async () => {
    await serve({ [SIGN_IN]: resetPending });
    openApp('/');
    await enter();
    expect(await screen.findByText(/^Password reset pending. Choose a new password. If you forgot/)).toBeVisible();
    expect(window.location.pathname).toBe('/');
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  it('signs in even when the check fails', async () => {
    await serve({ [PENDING]: problem(429, 'Too many.'), [SIGN_IN]: welcome(), ...answersFor('User', 'mara.keller') });
    openApp('/');
    await enter();
    await waitFor(() => expect(replaceDocument).toHaveBeenCalledWith('/play'));
  });
});
