import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '../../../../api/contracts/sign-in.contract.js';
import type { User } from '../../../../api/contracts/user.contract.js';
import { readableNumber } from '../../../shared/locale.js';
import { aUser, openAdmin, ORGANIZATION_ID, usersAnswer } from '../../../testing/admin-fixture.js';
import { problem } from '../../../testing/fake-server.js';
import { push, watched } from '../../../testing/fake-live.js';
import { USER_ID } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const LIST = 'GET /api/users/admin-detailed';
const me = aUser('mara.keller', { id: USER_ID, roles: ['SystemAdmin'] });

const open = (users: readonly User[], role: Role = 'SystemAdmin', more = {}) =>
  openAdmin('/admin/users', role, { [LIST]: usersAnswer(users), ...more });

const rowOf = (username: string) => screen.findByRole('row', { name: new RegExp(`^${username}`) });
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
const asked = (seen: { path: string }[]) =>
  seen.filter(({ path }) => path.includes('admin-detailed')).map(({ path }) => new URL(path, 'http://x').searchParams);

describe('the users page', () => {
  it('lists a page of users by username, with all columns', async () => {
    const seen = await open([
      aUser('ava', { rankTitle: 'Maj', lastJoinedGroupName: 'Rendezvous', lastActive: '2026-03-01T09:30:00Z' }),
      aUser('ben', { enabled: false, resetPasswordPending: true }),
    ]);
    const ava = await rowOf('ava');
    expect(ava).toHaveTextContent('Maj First Last');
    expect(ava).toHaveTextContent('Delta 3');
    expect(ava).toHaveTextContent('Rendezvous');
    expect(ava).toHaveTextContent(/ago|last/);
    expect(within(ava).getByRole('switch')).toHaveTextContent('Enabled');
    expect(ava).toHaveAttribute('data-highlight', 'false');
    const ben = await rowOf('ben');
    expect(within(ben).getByRole('switch')).toHaveTextContent('Disabled');
    expect(within(ben).getByText('PASSWORD PENDING')).toBeVisible();
    expect(ben).toHaveAttribute('data-highlight', 'true');
    expect(Object.fromEntries(asked(seen)[0] ?? [])).toEqual({
      limit: '50',
      offset: '0',
      sort: 'username',
      order: 'asc',
    });
    expect(screen.getByText('1–2 of 2')).toBeVisible();
  });

  it('sorts, searches, filters and pages on the server, and keeps it in the address', async () => {
    const seen = await open([aUser('ava')], 'SystemAdmin', { [LIST]: usersAnswer([aUser('ava')], 120) });
    await rowOf('ava');
    for (const name of ['Username', 'Organization', 'Role', 'Last active', 'Last joined course', 'Status'])
      expect(screen.getByRole('button', { name })).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'Username' })).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked(seen).at(-1)?.get('offset')).toBe('50'));
    expect(await screen.findByText('51–100 of 120')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Last joined course' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'kel');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Organization' }), 'Delta 3');
    await waitFor(() =>
      expect(Object.fromEntries(asked(seen).at(-1) ?? [])).toEqual({
        limit: '50',
        offset: '0',
        sort: 'lastJoinedCourse',
        order: 'asc',
        search: 'kel',
        orgId: ORGANIZATION_ID,
      }),
    );
    expect(window.location.search).toContain('search=kel');
  });

  it('shows an organization admin neither the organization column nor the organization filter', async () => {
    const seen = await open([aUser('ava')], 'OrganizationAdmin');
    await rowOf('ava');
    expect(headers()).toEqual(['Username', 'Role', 'Last active', 'Last joined course', 'Status', 'Actions']);
    expect(screen.queryByRole('combobox', { name: 'Organization' })).not.toBeInTheDocument();
    expect(watched()).toEqual([`users ${ORGANIZATION_ID}`]);
    expect(seen.some(({ path }) => path === '/api/organizations')).toBe(false);
  });

  it.each([
    [47, 50, 'false'],
    [48, 50, 'true'],
    [4, 5, 'true'],
    [950, 1000, 'false'],
    [975, 1000, 'true'],
  ])('counts %i of %i users, near the limit: %s', async (activeUsers, userLimit, near) => {
    await open([aUser('ava')], 'SystemAdmin', {
      'GET /api/users/stats': { body: { activeUsers, userLimit, numberOfAdmins: 3 } },
    });
    const text = `${readableNumber(activeUsers)} / ${readableNumber(userLimit)}`;
    const badge = await screen.findByRole('button', { name: text });
    expect(badge).toHaveAttribute('data-near-limit', near);
    await userEvent.hover(badge);
    expect(await screen.findByRole('tooltip')).toHaveTextContent(
      'At the limit, users must be deleted or disabled to register new ones.',
    );
  });

  it('shows that the users cannot be loaded, and offers to retry', async () => {
    let down = true;
    await open([], 'SystemAdmin', { [LIST]: () => (down ? problem(400, 'Broken') : usersAnswer([aUser('ava')])) });
    expect(await screen.findByText('Failed to fetch users')).toBeVisible();
    down = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf('ava')).toBeVisible();
  });

  it('logs a failure of the figures to the console only', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    await open([aUser('ava')], 'SystemAdmin', { 'GET /api/users/stats': problem(400, 'Broken') });
    await waitFor(() => expect(logged).toHaveBeenCalledWith('Failed to fetch user stats:', expect.anything()));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    logged.mockRestore();
  });

  it('shows what to do when there are no users', async () => {
    await open([]);
    expect(await screen.findByText('No Users Found')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Import users' })).toBeVisible();
  });

  it('updates when other administrators change users', async () => {
    let users = [aUser('ava'), aUser('ben')];
    const seen = await open([], 'SystemAdmin', { [LIST]: () => usersAnswer(users) });
    expect(within(await rowOf('ava')).getByRole('switch')).toBeChecked();
    expect(watched()).toEqual(['users all']);
    const before = asked(seen).length;
    await push('users', [{ key: 'id-of-ava', sequence: 6, value: aUser('ava', { enabled: false }) }]);
    expect(within(await rowOf('ava')).getByRole('switch')).not.toBeChecked();
    users = [aUser('ava', { enabled: false }), aUser('cleo')];
    await push('users', [
      { key: 'id-of-ben', sequence: 7, value: null },
      { key: 'id-of-cleo', sequence: 8, value: aUser('cleo') },
    ]);
    expect(screen.queryByRole('row', { name: /^ben/ })).not.toBeInTheDocument();
    expect(await rowOf('cleo')).toBeVisible();
    expect(asked(seen)).toHaveLength(before + 1);
  });
});

describe('the actions on a user', () => {
  it('enables, disables after a confirmation, and shows why a change was rejected', async () => {
    let enabled = true;
    const seen = await open([], 'SystemAdmin', {
      [LIST]: () => usersAnswer([me, aUser('ava', { enabled })]),
      'PUT /api/users/id-of-ava/enabled': ({ body }: { body: unknown }) => {
        if (!enabled) return problem(409, 'The organization has reached its user limit.');
        ({ enabled } = body as { enabled: boolean });
        return { body: { enabled } };
      },
    });
    const ava = await rowOf('ava');
    await userEvent.click(within(ava).getByRole('switch'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable ava?' }));
    expect(dialog.getByText(/^ava is signed out on every device and cannot sign in/)).toBeVisible();
    expect(seen.some(({ method }) => method === 'PUT')).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('ava disabled.')).toBeInTheDocument();
    expect(seen.find(({ method }) => method === 'PUT')?.body).toEqual({ enabled: false });
    await waitFor(() => expect(within(ava).getByRole('switch')).toHaveTextContent('Disabled'));
    await userEvent.click(within(ava).getByRole('switch'));
    expect(await screen.findByText('The organization has reached its user limit.')).toBeVisible();
    expect(within(await rowOf('mara.keller')).getByRole('switch')).toBeDisabled();
  });

  it('reports an unknown error when the change fails without a reason', async () => {
    await open([aUser('ava', { enabled: false })], 'SystemAdmin', {
      'PUT /api/users/id-of-ava/enabled': { status: 400, body: '' },
    });
    await userEvent.click(within(await rowOf('ava')).getByRole('switch'));
    expect(await screen.findByText('An unknown error occurred')).toBeVisible();
  });

  it('warns instead of changing the role of the signed-in account or deleting it', async () => {
    const seen = await open([me]);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Role of mara.keller' }));
    expect(await screen.findByText('You cannot change the role for the logged-in account')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete mara.keller' }));
    const warning = await screen.findByText('You cannot delete the logged-in account');
    expect(warning.closest('[role="status"]')).toHaveClass('MuiAlert-colorWarning');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(seen.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('warns without a request when the role stays the same', async () => {
    const seen = await open([aUser('ava')]);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Role of ava' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    const warning = await screen.findByText('User already has this role. No change made.');
    expect(warning.closest('[role="status"]')).toHaveClass('MuiAlert-colorWarning');
    expect(seen.every(({ method }) => method === 'GET')).toBe(true);
  });

  it.each([
    ['SystemAdmin', ['Restricted', 'User', 'Instructor', 'OrganizationAdmin', 'SystemAdmin']],
    ['OrganizationAdmin', ['Restricted', 'User', 'Instructor', 'OrganizationAdmin']],
  ] as const)('allows a %s to assign the roles %j', async (role, roles) => {
    const seen = await open([aUser('ava')], role, { 'PUT /api/users/id-of-ava/role/Instructor': { status: 204 } });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Role of ava' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Role of ava' });
    const select = within(dialog).getByRole('combobox', { name: 'Role' });
    expect(
      within(select)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(roles);
    await userEvent.selectOptions(select, 'Instructor');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(seen.some(({ path }) => path === '/api/users/id-of-ava/role/Instructor')).toBe(true);
  });

  it('allows only system admins to change a system admin', async () => {
    const chief = aUser('chief', { roles: ['SystemAdmin'] });
    await open([chief], 'OrganizationAdmin');
    for (const name of ['Edit Role of chief', 'Edit chief', 'Reset password of chief', 'Delete chief'])
      expect(await screen.findByRole('button', { name })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'History of chief' })).toBeEnabled();
  });

  it('allows a system admin to edit the role of another one', async () => {
    await open([aUser('chief', { roles: ['SystemAdmin'] })]);
    expect(await screen.findByRole('button', { name: 'Edit Role of chief' })).toBeEnabled();
  });

  it('keeps the reason of a rejected role beside the field', async () => {
    const reason = 'User is the instructor of courses. Reassign them first.';
    await open([aUser('ava')], 'SystemAdmin', { 'PUT /api/users/id-of-ava/role/Restricted': problem(409, reason) });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Role of ava' }));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Role' }), 'Restricted');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update user role')).toBeVisible();
    expect(within(screen.getByRole('dialog')).getByText(reason)).toBeVisible();
  });
});
