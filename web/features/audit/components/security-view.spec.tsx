import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SecurityEvent } from '../../../../api/contracts/security-event.contract.js';
import { aUser, openAdmin, usersAnswer } from '../../../testing/admin-fixture.js';
import { type FakeRequest, problem } from '../../../testing/fake-server.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const anEvent = (id: string, more: Partial<SecurityEvent> = {}): SecurityEvent => ({
  id,
  kind: 'sign-in-failed',
  firstAt: '2026-03-01T09:30:00Z',
  lastAt: '2026-03-01T09:30:40Z',
  count: 4,
  actor: null,
  user: { id: 'id-of-ava', username: 'ava' },
  names: null,
  address: '192.0.2.17',
  route: 'POST /api/auth/session',
  code: 'SIGN_IN_FAILED',
  requestId: 'request-1',
  ...more,
});

const spraying = anEvent('e2', {
  kind: 'password-spraying',
  user: null,
  names: 23,
  address: '2001:db8:1:2::/64',
  route: null,
  requestId: null,
});
const forbidden = anEvent('e3', {
  kind: 'forbidden',
  actor: { id: 'gone', username: null },
  user: null,
  code: 'CROSS_SITE_REQUEST',
});

const open = (more = {}, search = '') =>
  openAdmin(`/admin/audit?view=security${search}`, 'SystemAdmin', {
    'GET /api/audit/security': { body: { events: [anEvent('e1'), spraying, forbidden], nextCursor: null } },
    'GET /api/audit': { body: { entries: [], nextCursor: null } },
    'GET /api/users/admin-detailed': usersAnswer([aUser('ava')]),
    ...more,
  });

const lastQuery = (seen: readonly FakeRequest[]) => {
  const last = seen.findLast(({ path }) => path.startsWith('/api/audit/security'));
  return Object.fromEntries(new URL(last?.path ?? '', 'http://x').searchParams);
};

it('shows the user, the kind, the count and the address of rejected requests', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Security events' });
  const [, failed, sprayed, denied] = within(table).getAllByRole('row');
  expect(failed).toHaveTextContent(/Failed sign-in.*Wrong password.*4.*Not signed in.*ava.*192\.0\.2\.17/);
  expect(failed).toHaveTextContent(/POST \/api\/auth\/session.*request-1/);
  expect(sprayed).toHaveTextContent(/Password spraying: 23 usernames.*2001:db8:1:2::\/64/);
  expect(denied).toHaveTextContent(/Permission denied.*CROSS_SITE_REQUEST.*An erased person/);
});

it('filters by kind, person, address and time, and keeps it in the address', async () => {
  const seen = await open();
  await screen.findByRole('table', { name: 'Security events' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Event' }), 'Throttled');
  await userEvent.type(screen.getByRole('combobox', { name: 'Person' }), 'ava');
  await waitFor(() => expect(lastQuery(seen)).toEqual({ kind: 'throttled', userId: 'id-of-ava' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), '192.0.2.17');
  await userEvent.type(screen.getByLabelText('From'), '2026-03-01T09:30');
  await waitFor(() =>
    expect(lastQuery(seen)).toEqual({
      kind: 'throttled',
      userId: 'id-of-ava',
      address: '192.0.2.17',
      from: new Date('2026-03-01T09:30').toISOString(),
    }),
  );
  expect(window.location.search).toContain('view=security');
});

it('filters by the address of a row, and clears the filters when nothing matches', async () => {
  const seen = await open({
    'GET /api/audit/security?address=192.0.2.17': { body: { events: [], nextCursor: null } },
  });
  await userEvent.click((await screen.findAllByRole('button', { name: '192.0.2.17' }))[0]!);
  expect(await screen.findByText('No Security Events')).toBeVisible();
  expect(lastQuery(seen)).toEqual({ address: '192.0.2.17' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(await screen.findByRole('table', { name: 'Security events' })).toBeVisible();
  expect(window.location.search).toBe('?view=security');
});

it('loads the next page from the end of the last one', async () => {
  await open({
    'GET /api/audit/security': { body: { events: [anEvent('e1')], nextCursor: 'next' } },
    'GET /api/audit/security?cursor=next': { body: { events: [spraying], nextCursor: null } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByText(/23 usernames/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
});

it('offers to retry when it cannot be loaded', async () => {
  await open({ 'GET /api/audit/security': problem(400, 'No') });
  expect(await screen.findByText('The security events could not be loaded.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('opens from the tab beside the changes, and leads back to them', async () => {
  await openAdmin('/admin/audit', 'SystemAdmin', {
    'GET /api/audit': { body: { entries: [], nextCursor: null } },
    'GET /api/audit/security': { body: { events: [anEvent('e1')], nextCursor: null } },
  });
  expect(await screen.findByRole('link', { name: 'Changes' })).toHaveAttribute('aria-current', 'page');
  await userEvent.click(screen.getByRole('link', { name: 'Security' }));
  expect(await screen.findByRole('table', { name: 'Security events' })).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Changes' }));
  expect(await screen.findByText('View state at a point in time')).toBeVisible();
});
