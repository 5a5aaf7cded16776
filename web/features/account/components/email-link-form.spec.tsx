import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { problem, startFakeServer } from '../../../testing/fake-server.js';
import { freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const CONFIRM = 'POST /api/account/email-confirmations';
const RESTORE = 'POST /api/account/email-restorations';
const QUERY = '?user=0198c0de-0000-7000-8000-0000000000a1&token=secret';
const BODY = { userId: '0198c0de-0000-7000-8000-0000000000a1', token: 'secret' };

describe('links in mails about an e-mail address', () => {
  beforeEach(freshBrowser);

  it('changes nothing before the user confirms, and removes the token from the address bar', async () => {
    const seen = await startFakeServer({ [CONFIRM]: { status: 204 } });
    openApp(`/confirm-email${QUERY}`);
    const button = await screen.findByRole('button', { name: 'Confirm address' });
    expect(window.location.href).toBe('http://localhost/confirm-email');
    expect(seen).toEqual([]);
    await userEvent.click(button);
    expect(await screen.findByText('Your e-mail address is confirmed.')).toBeVisible();
    expect(seen).toEqual([expect.objectContaining({ method: 'POST', body: BODY })]);
    expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/');
    expect(screen.queryByRole('button', { name: 'Confirm address' })).not.toBeInTheDocument();
  });

  it('links signed-in users to their account, because the login page would sign them out', async () => {
    signedInAs('mara');
    await startFakeServer({});
    openApp(`/confirm-email${QUERY}`);
    expect(await screen.findByRole('link', { name: 'Go to your account' })).toHaveAttribute('href', '/account');
  });

  it('reverts a change, and explains the consequences', async () => {
    const seen = await startFakeServer({ [RESTORE]: { status: 204 } });
    openApp(`/restore-email${QUERY}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Restore my address' }));
    expect(await screen.findByText(/Choose a new password with the link that was mailed to you/)).toBeVisible();
    expect(seen.at(-1)).toMatchObject({ path: '/api/account/email-restorations', body: BODY });
  });

  it('shows that a link is invalid, and allows another attempt', async () => {
    await startFakeServer({ [CONFIRM]: problem(400, 'This link is invalid or has expired.') });
    openApp(`/confirm-email${QUERY}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm address' }));
    expect(await screen.findByText('This link is invalid or has expired.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Confirm address' })).toBeEnabled();
  });

  it.each(['/confirm-email', '/restore-email?token=t', '/confirm-email?user=u'])(
    'shows an error for the incomplete link %s',
    async (link) => {
      await startFakeServer({});
      openApp(link);
      expect(await screen.findByText('This link is invalid or has expired.')).toBeVisible();
      expect(screen.queryByRole('button', { name: /address/ })).not.toBeInTheDocument();
    },
  );
});
