import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { problem, startFakeServer, type FakeAnswer } from '../../../testing/fake-server.js';
import { freshBrowser, openApp } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const REQUEST = 'POST /api/users/requestPasswordReset';
const SENT =
  'If your email is in the system, a reset link has been sent. If you do not see an email, please check your spam folder.';

async function openForgotten(answer: FakeAnswer | (() => Promise<FakeAnswer>)) {
  const seen = await startFakeServer({ [REQUEST]: answer });
  openApp('/');
  await userEvent.click(await screen.findByRole('button', { name: 'Forgot password?' }));
  return seen;
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send Reset Link' }));

describe('forgot password', () => {
  beforeEach(freshBrowser);

  it('requires an address', async () => {
    const seen = await openForgotten({ status: 204 });
    await send();
    expect(screen.getByLabelText('Enter Email')).toHaveAccessibleDescription('Please enter your email.');
    expect(screen.getByLabelText('Enter Email')).toHaveFocus();
    expect(seen).toEqual([]);
  });

  it('sends only the address, confirms it, and is disabled during the request', async () => {
    let arrive: (answer: FakeAnswer) => void = () => {};
    const seen = await openForgotten(() => new Promise((resolve) => (arrive = resolve)));
    await userEvent.type(screen.getByLabelText('Enter Email'), 'mara@example.com{Enter}');
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Back to Login' })).toBeDisabled();
    expect(screen.getByText('Processing your request...')).toBeVisible();
    arrive({ status: 204 });
    expect(await screen.findByText(SENT)).toBeVisible();
    expect(screen.queryByText('Processing your request...')).not.toBeInTheDocument();
    expect(seen).toMatchObject([{ body: 'mara@example.com' }]);
  });

  it.each([problem(500, 'Broken'), problem(400, 'No address')])('shows an error for %j', async (answer) => {
    await openForgotten(answer);
    await userEvent.type(screen.getByLabelText('Enter Email'), 'mara@example.com');
    await send();
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeVisible();
    expect(window.location.pathname).toBe('/');
  });

  it('returns to the login and discards input and messages', async () => {
    await openForgotten({ status: 204 });
    await userEvent.type(screen.getByLabelText('Enter Email'), 'mara@example.com');
    await send();
    await screen.findByText(SENT);
    await userEvent.click(screen.getByRole('button', { name: 'Back to Login' }));
    await userEvent.click(screen.getByRole('button', { name: 'Forgot password?' }));
    await waitFor(() => expect(screen.getByLabelText('Enter Email')).toHaveValue(''));
    expect(screen.queryByText(SENT)).not.toBeInTheDocument();
  });
});
