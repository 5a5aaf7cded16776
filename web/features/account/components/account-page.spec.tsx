import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OwnAccount, SignInSession } from '../../../../api/contracts/own-account.contract.js';
import { problem, startFakeServer } from '../../../testing/fake-server.js';
import { getDefaultStore } from '../../../shared/state/jotai.js';
import { toastsAtom } from '../../../shared/toasts/toasts.atoms.js';
import { answersFor, freshBrowser, openApp, signedInAs, USER_ID } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const ACCOUNT: OwnAccount = {
  id: USER_ID,
  username: 'mara',
  email: 'mara@ready-room.example',
  firstName: 'Mara',
  lastName: 'Keller',
  rankTitle: '',
  pendingEmail: null,
};
const session = (id: string, device: string, current: boolean): SignInSession => ({
  id,
  device,
  address: '203.0.113.9',
  startedAt: '2026-03-01T09:00:00Z',
  lastSeenAt: '2026-03-01T09:30:00Z',
  current,
});
const SESSIONS = [session('s1', 'Firefox on Windows', true), session('s2', 'Safari on iPhone', false)];
const UPDATE = `PUT /api/users/${USER_ID}`;

async function open(more = {}, account: Partial<OwnAccount> = {}) {
  signedInAs('mara');
  const seen = await startFakeServer({
    ...answersFor('User', 'mara'),
    'GET /api/account': { body: { ...ACCOUNT, ...account } },
    'GET /api/account/sessions': { body: SESSIONS },
    'DELETE /api/auth/session': { status: 204 },
    ...more,
  });
  openApp('/account');
  await screen.findByRole('heading', { name: 'Your account' });
  return seen;
}
const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the account page', () => {
  beforeEach(freshBrowser);
  beforeEach(() => getDefaultStore().set(toastsAtom, []));

  it('is linked from the bar, also for players', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Logged in as: mara' })).toHaveAttribute('href', '/account');
  });

  it('saves names', async () => {
    const seen = await open({ [UPDATE]: { status: 204 } });
    const details = await section('Your details');
    await userEvent.type(details.getByLabelText('Rank/Title'), 'Maj');
    await userEvent.click(details.getByRole('button', { name: 'Save details' }));
    expect(await screen.findByText('Your details were saved.')).toBeVisible();
    expect(seen.find(({ method }) => method === 'PUT')?.body).toEqual({ rankTitle: 'Maj' });
  });

  it('saves only edited names, also after an attempt without an answer and after a save', async () => {
    let lost = true;
    const seen = await open({
      [UPDATE]: () => {
        if (lost) throw new TypeError('connection reset');
        return { status: 204 };
      },
    });
    const details = await section('Your details');
    await userEvent.type(details.getByLabelText('Rank/Title'), 'Maj{Enter}');
    expect(await details.findByRole('alert')).toBeVisible();
    lost = false;
    const saves = () => seen.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    const save = async (expected: object) => {
      await waitFor(() => expect(details.getByRole('button', { name: 'Save details' })).toBeEnabled());
      await userEvent.click(details.getByRole('button', { name: 'Save details' }));
      await waitFor(() => expect(saves().at(-1)).toEqual(expected));
    };
    await userEvent.clear(details.getByLabelText('Rank/Title'));
    await save({ rankTitle: '' });
    await userEvent.type(details.getByLabelText('Rank/Title'), 'Col');
    await save({ rankTitle: 'Col' });
    await userEvent.type(details.getByLabelText('Last Name'), 's');
    await save({ lastName: 'Kellers' });
    expect(saves()).toHaveLength(4);
  });

  it.each([400, 409])('forgets the edits of a save that was refused with %s', async (status) => {
    let isRefused = true;
    const seen = await open({ [UPDATE]: () => (isRefused ? problem(status, 'Not now') : { status: 204 }) });
    const details = await section('Your details');
    await userEvent.type(details.getByLabelText('Rank/Title'), 'Maj{Enter}');
    expect(await details.findByText('Not now')).toBeVisible();
    isRefused = false;
    await userEvent.clear(details.getByLabelText('Rank/Title'));
    await userEvent.type(details.getByLabelText('Last Name'), 's{Enter}');
    expect(await screen.findByText('Your details were saved.')).toBeVisible();
    expect(seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { rankTitle: 'Maj' },
      { lastName: 'Kellers' },
    ]);
  });

  it.each(['GET /api/account', 'GET /api/account/sessions'])('stays when a later load of %s fails', async (load) => {
    let down = false;
    const body = load.endsWith('sessions') ? SESSIONS : ACCOUNT;
    const seen = await open({
      [UPDATE]: () => {
        down = true;
        return { status: 204 };
      },
      [load]: () => (down ? problem(503, 'Down') : { body }),
    });
    const details = await section('Your details');
    await userEvent.type(details.getByLabelText('Rank/Title'), 'Maj{Enter}');
    await screen.findByText('Your details were saved.');
    await waitFor(() =>
      expect(seen.filter(({ method, path }) => `${method} ${path}` === load).length).toBeGreaterThan(1),
    );
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(details.getByLabelText('Rank/Title')).toHaveValue('Maj');
    expect(window.location.pathname).toBe('/account');
  });

  it('requires the password for a new e-mail address, and shows errors beside the field', async () => {
    let wrong = true;
    const message = 'The current password is not correct.';
    const seen = await open({
      [UPDATE]: () => (wrong ? problem(400, message, { CurrentPassword: [message] }) : { status: 204 }),
    });
    const email = await section('E-mail address');
    await userEvent.type(email.getByLabelText('New e-mail address'), 'new@example.org');
    await userEvent.type(email.getByLabelText('Current password'), 'wrong{Enter}');
    expect(await email.findByText(message)).toBeVisible();
    expect(email.getByLabelText('Current password')).toHaveFocus();
    wrong = false;
    await userEvent.type(email.getByLabelText('Current password'), 'right{Enter}');
    expect(await screen.findByText('Confirm the address in your new mailbox.')).toBeVisible();
    expect(seen.findLast(({ method }) => method === 'PUT')?.body).toEqual({
      email: 'new@example.org',
      currentPassword: 'right',
    });
    expect(email.getByLabelText('Current password')).toHaveValue('');
  });

  it('shows no error after a new e-mail address or password was saved', async () => {
    await open({ [UPDATE]: { status: 204 }, 'PUT /api/account/password': { status: 204 } });
    const email = await section('E-mail address');
    // The first submission is incomplete, so that every later edit is validated.
    await userEvent.type(email.getByLabelText('Current password'), 'right{Enter}');
    await userEvent.type(email.getByLabelText('New e-mail address'), 'new@example.org{Enter}');
    await waitFor(() => expect(email.getByLabelText('New e-mail address')).toHaveValue(''));
    const password = await section('Password');
    await userEvent.type(password.getByLabelText('Current password'), 'old_password_1#{Enter}');
    await userEvent.type(password.getByLabelText('New password'), 'short_1_and_longer');
    await userEvent.type(password.getByLabelText('Confirm new password'), 'short_1_and_longer{Enter}');
    await waitFor(() => expect(password.getByLabelText('New password')).toHaveValue(''));
    await screen.findByText('Your password was changed. Your other sessions have ended.');
    const fields = [
      ...['New e-mail address', 'Current password'].map((label) => email.getByLabelText(label)),
      ...['Current password', 'New password', 'Confirm new password'].map((label) => password.getByLabelText(label)),
    ];
    for (const field of fields) expect(field).toBeValid();
  });

  it.each([
    ['', 'Enter your new e-mail address.'],
    [ACCOUNT.email, 'This is already your e-mail address.'],
  ])('sends no request for the new address "%s"', async (typed, message) => {
    const seen = await open();
    const email = await section('E-mail address');
    if (typed) await userEvent.type(email.getByLabelText('New e-mail address'), typed);
    await userEvent.click(email.getByRole('button', { name: 'Change e-mail address' }));
    expect(email.getByText(message)).toBeVisible();
    expect(seen.some(({ method }) => method === 'PUT')).toBe(false);
  });

  it('shows an unconfirmed address, and sends its mail again or cancels it', async () => {
    const pendingEmail = { email: 'new@example.org', expiresAt: '2026-03-02T09:00:00Z' };
    const path = '/api/account/pending-email';
    const seen = await open(
      { [`POST ${path}`]: { status: 204 }, [`DELETE ${path}`]: { status: 204 } },
      { pendingEmail },
    );
    const email = await section('E-mail address');
    expect(email.getByText('new@example.org')).toBeVisible();
    await userEvent.click(email.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('The confirmation was sent again.')).toBeVisible();
    await userEvent.click(email.getByRole('button', { name: 'Cancel change' }));
    await waitFor(() =>
      expect(seen.filter((request) => request.path === path).map(({ method }) => method)).toEqual(['POST', 'DELETE']),
    );
  });

  it('changes the password when the new one follows the rule and both entries match', async () => {
    const seen = await open({ 'PUT /api/account/password': { status: 204 } });
    const password = await section('Password');
    const submit = () => userEvent.click(password.getByRole('button', { name: 'Change password' }));
    await submit();
    expect(password.getByText('Enter your current password.')).toBeVisible();
    await userEvent.type(password.getByLabelText('Current password'), 'old_password_1#');
    await userEvent.type(password.getByLabelText('New password'), 'short_1');
    await submit();
    expect(password.getByLabelText('New password')).toHaveAccessibleDescription(
      'Password must be at least 10 characters.',
    );
    await userEvent.type(password.getByLabelText('New password'), '_and_longer');
    await submit();
    expect(password.getByText('Passwords do not match.')).toBeVisible();
    expect(seen.some(({ method }) => method === 'PUT')).toBe(false);
    await userEvent.type(password.getByLabelText('Confirm new password'), 'short_1_and_longer');
    await submit();
    expect(await screen.findByText('Your password was changed. Your other sessions have ended.')).toBeVisible();
    expect(seen.find(({ method }) => method === 'PUT')?.body).toEqual({
      currentPassword: 'old_password_1#',
      newPassword: 'short_1_and_longer',
    });
    expect(password.getByLabelText('New password')).toHaveValue('');
  });

  it('lists the sessions and ends another one', async () => {
    const seen = await open({ 'DELETE /api/account/sessions/s2': { status: 204 } });
    const sessions = await section('Sessions');
    const rows = (await sessions.findAllByRole('row')).slice(1);
    expect(rows).toHaveLength(2);
    expect(within(rows[0]!).getByText('THIS SESSION')).toBeVisible();
    expect(within(rows[0]!).queryByRole('button')).not.toBeInTheDocument();
    await userEvent.click(within(rows[1]!).getByRole('button', { name: /^End session of Safari on iPhone/ }));
    expect(await screen.findByText('The session has ended.')).toBeVisible();
    expect(seen.filter(({ path }) => path === '/api/account/sessions')).toHaveLength(2);
  });

  it('signs out everywhere after a confirmation, and opens the login', async () => {
    const seen = await open({ 'DELETE /api/account/sessions': { status: 204 } });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere?' }));
    expect(seen.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    expect(localStorage).toHaveLength(0);
  });

  it('offers to retry when it could not be loaded', async () => {
    let fails = true;
    signedInAs('mara');
    await startFakeServer({
      ...answersFor('User', 'mara'),
      'GET /api/account': () => (fails ? problem(400, 'No.') : { body: ACCOUNT }),
      'GET /api/account/sessions': { body: SESSIONS },
    });
    openApp('/account');
    const again = await screen.findByRole('button', { name: 'Try again' });
    fails = false;
    await userEvent.click(again);
    expect(await screen.findByText('mara@ready-room.example')).toBeVisible();
  });
});
