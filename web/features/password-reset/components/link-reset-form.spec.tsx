import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { problem, startFakeServer, type FakeAnswer } from '../../../testing/fake-server.js';
import { freshBrowser, openApp } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const RESET = 'POST /api/users/resetPassword';
const LINK = '/reset-password?email=mara%2Bx%40example.com&token=secret-token';
const GOOD = 'Orbit_2025!';
const SPECIALS = 'Must contain at least one letter, one number, and one special character: @$!%*#?&_';

async function openLink(answer?: FakeAnswer | (() => Promise<FakeAnswer>), link = LINK) {
  const seen = await startFakeServer(answer ? { [RESET]: answer } : {});
  openApp(link);
  await screen.findByRole('heading', { name: 'Reset Password' });
  return seen;
}

async function choose(password: string, confirmation = password, user = userEvent.setup()) {
  if (password) await user.type(screen.getByLabelText('New Password'), password);
  await user.type(screen.getByLabelText('Confirm Password'), `${confirmation}{Enter}`);
}

describe('reset by link', () => {
  beforeEach(freshBrowser);

  it.each(['/reset-password', '/reset-password?email=a%40b.example', '/reset-password?token=t'])(
    'rejects the incomplete link %s',
    async (link) => {
      await openLink(undefined, link);
      expect(screen.getByText('Invalid reset link.')).toBeVisible();
      expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/');
    },
  );

  it('removes the token from the address bar', async () => {
    await openLink();
    expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/');
    expect(window.location.href).toBe('http://localhost/reset-password');
    expect(screen.getByLabelText('New Password')).toBeVisible();
  });

  it.each([
    ['', '', 'Please fill out both password fields.'],
    ['', GOOD, 'Please fill out both password fields.'],
    [GOOD, `${GOOD}x`, 'Passwords do not match.'],
    ['Short_1', 'Short_1', 'Password must be at least 10 characters.'],
    ['OnlyLettersHere', 'OnlyLettersHere', SPECIALS],
    ['Orbit 2025! spaced', 'Orbit 2025! spaced', SPECIALS],
  ])('rejects %j and %j: %s', async (password, confirmation, text) => {
    const seen = await openLink();
    await choose(password, confirmation);
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('New Password')).toHaveFocus();
    expect(seen).toEqual([]);
  });

  it('shows missing requirements while typing', async () => {
    await openLink();
    const field = screen.getByLabelText('New Password');
    expect(field).toHaveAccessibleDescription(
      /^10 to 255 letters, digits and @\$!%\*#\?&_ ?, with at least one of each\.$/,
    );
    await userEvent.type(field, 'Orbit');
    expect(field).toHaveAccessibleDescription('Password must be at least 10 characters.');
    await userEvent.type(field, 'Lettersx');
    expect(field).toHaveAccessibleDescription(SPECIALS);
    await userEvent.type(field, '1!');
    expect(field).toHaveAccessibleDescription('This password meets the requirements.');
  });

  it('sets the password and opens the login two seconds later', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    let arrive: (answer: FakeAnswer) => void = () => {};
    const seen = await openLink(() => new Promise((resolve) => (arrive = resolve)));
    await choose(GOOD, GOOD, user);
    expect(screen.getByRole('button', { name: 'Resetting...' })).toBeDisabled();
    expect(screen.getByText('Processing your request...')).toBeVisible();
    await user.keyboard('{Enter}');
    arrive({ status: 204 });
    expect(await screen.findByText('Password successfully reset. You can now log in.')).toBeVisible();
    expect(seen).toMatchObject([{ body: { email: 'mara+x@example.com', token: 'secret-token', newPassword: GOOD } }]);
    await act(() => jest.advanceTimersByTimeAsync(1_900));
    expect(window.location.pathname).toBe('/reset-password');
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(window.location.pathname).toBe('/');
    jest.useRealTimers();
  });

  it.each([
    [problem(400, 'Invalid or expired reset link.'), 'Invalid or expired reset link.'],
    [problem(400, 'Invalid input', { NewPassword: ['Is too easy to guess.'] }), 'Is too easy to guess.'],
    [{ status: 500, body: '' }, 'Failed to reset password. Please try again.'],
  ])('responds to %j with: %s', async (answer, text) => {
    await openLink(answer);
    await choose(GOOD);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reset Password' })).toBeEnabled();
  });
});
