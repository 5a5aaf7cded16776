import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { problem, startFakeServer, type FakeAnswer } from '../../../testing/fake-server.js';
import { freshBrowser, openApp } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const RESET = 'PUT /api/users/passwordResets/mara.keller';

async function reset(answer: FakeAnswer) {
  const seen = await startFakeServer({ [RESET]: answer });
  openApp('/password-reset');
  await userEvent.type(await screen.findByLabelText('Username'), 'mara.keller');
  await userEvent.type(screen.getByLabelText('New Password'), 'Orbit_2025!');
  await userEvent.type(screen.getByLabelText('Confirm Password'), 'Orbit_2025!{Enter}');
  return seen;
}

describe('reset by username', () => {
  beforeEach(freshBrowser);

  it('sets the password and returns to the login, which confirms it once', async () => {
    const seen = await reset({ status: 204 });
    expect(await screen.findByText('Password reset successfully')).toBeVisible();
    expect(seen).toMatchObject([
      { body: { username: 'mara.keller', password: 'Orbit_2025!', passwordConfirmation: 'Orbit_2025!' } },
    ]);
    await waitFor(() => expect(window.history.state).toMatchObject({ usr: null }));
  });

  it('shows errors under their fields until the fields are edited', async () => {
    await reset(
      problem(400, 'Check the fields', {
        Username: ['No user has this name.'],
        Password: ['Too common.'],
        PasswordConfirmation: ['Passwords do not match.'],
      }),
    );
    expect(await screen.findByText('Password Reset failed: Check the fields')).toBeVisible();
    const described = [
      ['Username', 'No user has this name.'],
      ['New Password', 'Too common.'],
      ['Confirm Password', 'Passwords do not match.'],
    ] as const;
    expect(screen.getByLabelText('Username')).toHaveFocus();
    for (const [label, text] of described) {
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text);
      await userEvent.type(screen.getByLabelText(label), 'x');
      expect(screen.queryByText(text)).not.toBeInTheDocument();
    }
  });

  it.each([
    [problem(400, 'The reset is not open.'), 'The reset is not open.'],
    [{ status: 500, body: '' }, 'Password Reset Failed'],
  ])('responds to %j with: %s', async (answer, text) => {
    await reset(answer);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reset Password' })).toBeEnabled();
  });

  it('has a link back to the login', async () => {
    await startFakeServer({});
    openApp('/password-reset');
    expect(await screen.findByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('heading', { name: 'Reset Password' })).toBeVisible();
  });
});
