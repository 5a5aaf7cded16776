import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anEntry, aUser, openAdmin, ORGANIZATION_ID, usersAnswer } from '../../../testing/admin-fixture.js';
import type { FakeRequest } from '../../../testing/fake-server.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const entries = [
  anEntry('e1'),
  anEntry('e2', {
    action: 'UserDisabled',
    actor: null,
    target: { type: 'user', id: 'gone', name: null },
    changes: [{ field: 'enabled', from: true, to: false }],
    organization: null,
    requestId: null,
    address: null,
  }),
];

const open = (more = {}, search = '') =>
  openAdmin(`/admin/audit${search}`, 'SystemAdmin', {
    'GET /api/audit': { body: { entries, nextCursor: null } },
    'GET /api/users/admin-detailed': usersAnswer([aUser('ava')]),
    ...more,
  });

const lastQuery = (seen: readonly FakeRequest[]) => {
  const last = seen.findLast(({ path }) => path.startsWith('/api/audit'));
  return Object.fromEntries(new URL(last?.path ?? '', 'http://x').searchParams);
};

describe('the audit page', () => {
  it('shows actor, action and target in plain words', async () => {
    await open();
    const [, first, second] = await screen.findAllByRole('row');
    expect(first).toHaveTextContent(/mara\.keller.*SystemAdmin/);
    expect(first).toHaveTextContent('Changed the role');
    expect(first).toHaveTextContent('Role: User → Instructor');
    expect(first).toHaveTextContent('Delta 3');
    expect(first).toHaveTextContent('request-1');
    expect(first).toHaveTextContent('192.0.2.17');
    expect(second).toHaveTextContent('The platform');
    expect(second).toHaveTextContent('Status: Enabled → Disabled');
    expect(second).toHaveTextContent('An erased person');
  });

  it('shows no role when the actor was not signed in', async () => {
    const actor = { id: 'u1', username: 'ann.x', role: 'anonymous' };
    await open({ 'GET /api/audit': { body: { entries: [anEntry('e1', { actor })], nextCursor: null } } });
    const [, entry] = await screen.findAllByRole('row');
    expect(entry).toHaveTextContent('ann.x');
    expect(entry).not.toHaveTextContent('anonymous');
  });

  it('collapses the initial values of a new account', async () => {
    const changes = ['username', 'email', 'role', 'organization'].map((field) => ({ field, from: null, to: field }));
    await open({ 'GET /api/audit': { body: { entries: [anEntry('e1', { changes })], nextCursor: null } } });
    expect(await screen.findByText('Username:')).not.toBeVisible();
    await userEvent.click(screen.getByText('4 values'));
    expect(screen.getByText('Username:')).toBeVisible();
  });

  it('filters by person, target, action and time, and keeps it in the address', async () => {
    const seen = await open();
    await screen.findByRole('table', { name: 'Audit' });
    await userEvent.type(screen.getByRole('combobox', { name: 'Done by' }), 'ava');
    await waitFor(() => expect(lastQuery(seen)).toEqual({ actorId: 'id-of-ava' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Target' }), 'Organization');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Organization' }), 'Delta 3');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Marked as Paid');
    await userEvent.type(screen.getByLabelText('From'), '2026-03-01T09:30');
    await waitFor(() =>
      expect(lastQuery(seen)).toEqual({
        actorId: 'id-of-ava',
        targetType: 'organization',
        targetId: ORGANIZATION_ID,
        action: 'OrganizationMarkedPaid',
        from: new Date('2026-03-01T09:30').toISOString(),
      }),
    );
    expect(window.location.search).toContain('action=OrganizationMarkedPaid');
  });

  it('opens filtered from a link, and clears the filters when nothing matches', async () => {
    const seen = await open({ 'GET /api/audit': { body: { entries: [], nextCursor: null } } }, '?action=UserDisabled');
    expect(await screen.findByText('No Entries Found')).toBeVisible();
    expect(lastQuery(seen)).toEqual({ action: 'UserDisabled' });
    await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => expect(lastQuery(seen)).toEqual({}));
    expect(window.location.search).toBe('');
  });

  it('filters by a person or a target after a click on the name', async () => {
    const seen = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'ava' }));
    await waitFor(() => expect(lastQuery(seen)).toEqual({ targetType: 'user', targetId: 'id-of-ava' }));
    expect(screen.getByRole('combobox', { name: 'User' })).toHaveValue('ava');
  });

  it('loads the next page from the end of the last one', async () => {
    const seen = await open({
      'GET /api/audit': { body: { entries: [entries[0]], nextCursor: 'next' } },
      'GET /api/audit?cursor=next': { body: { entries: [entries[1]], nextCursor: null } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('The platform')).toBeVisible();
    expect(screen.getAllByRole('row')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
    expect(lastQuery(seen)).toEqual({ cursor: 'next' });
  });

  it('downloads the filtered entries as CSV', async () => {
    const created = jest.fn().mockReturnValue('blob:audit');
    Object.assign(URL, { createObjectURL: created, revokeObjectURL: jest.fn() });
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const seen = await open({ 'GET /api/audit.csv': { body: 'when,who' } }, '?action=UserDisabled');
    await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(clicked).toHaveBeenCalled());
    expect(seen.some(({ path }) => path === '/api/audit.csv?action=UserDisabled')).toBe(true);
    clicked.mockRestore();
  });

  it('shows the state of a user or organization at a point in time', async () => {
    const state = { targetType: 'organization', name: 'Delta 3', isPaid: false, userLimit: 45 };
    const seen = await open({ 'GET /api/audit/state': { body: state } });
    await screen.findByRole('table', { name: 'Audit' });
    await userEvent.click(screen.getByText('View state at a point in time'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State of' }), 'Organization');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Name' }), 'Delta 3');
    await userEvent.type(screen.getByLabelText('As of'), '2026-03-01T09:30:00');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('Unpaid')).toBeVisible();
    expect(screen.getByText('45')).toBeVisible();
    expect(lastQuery(seen)).toEqual({
      targetType: 'organization',
      targetId: ORGANIZATION_ID,
      at: new Date('2026-03-01T09:30:00').toISOString(),
    });
  });

  it('shows that something did not exist at that time', async () => {
    await open({ 'GET /api/audit/state': { body: 'null' } });
    await screen.findByRole('table', { name: 'Audit' });
    await userEvent.click(screen.getByText('View state at a point in time'));
    await userEvent.type(screen.getByRole('combobox', { name: 'Name' }), 'av');
    await screen.findAllByRole('option', { name: 'ava', hidden: true });
    await userEvent.type(screen.getByRole('combobox', { name: 'Name' }), 'a');
    await userEvent.type(screen.getByLabelText('As of'), '2020-03-01T09:30:00');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('ava did not exist at that time.')).toBeVisible();
  });

  it('denies access to organization admins', async () => {
    await openAdmin('/admin/audit', 'OrganizationAdmin', {});
    expect(await screen.findByText("You don't have access to this!")).toBeVisible();
  });
});
