import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { openAdmin, ORGANIZATION_ID } from '../../../testing/admin-fixture.js';
import { problem } from '../../../testing/fake-server.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const LIST = 'GET /api/users/accessCodes';
const FREE = 'K7QX-4M2P-9RTV-WZ3H';

const aCode = (code: string, more: Partial<AccessCode> = {}): AccessCode => ({
  id: `id-of-${code}`,
  code,
  assignedOrganization: null,
  organizationDeleted: false,
  dateGenerated: '2026-03-01T09:30:00Z',
  numberOfUsersAssigned: 0,
  ...more,
});

const assigned = aCode('B4NC-7YFD-2KLM-Q8XS', {
  assignedOrganization: { id: ORGANIZATION_ID, name: 'Delta 3' },
  numberOfUsersAssigned: 12,
});

const open = (codes: readonly AccessCode[], more = {}) =>
  openAdmin('/admin/permissions', 'SystemAdmin', { [LIST]: { body: codes }, ...more });

describe('the access codes page', () => {
  it('shows each code with its organization and users, and offers to assign only unassigned codes', async () => {
    await open([aCode(FREE), assigned]);
    const row = await screen.findByRole('row', { name: /^B4NC/ });
    expect(row).toHaveTextContent('Delta 3');
    expect(within(row).getByText('12')).toBeVisible();
    expect(within(row).getByRole('button', { name: /EDIT ORG/ })).toBeDisabled();
    const free = screen.getByRole('row', { name: /^K7QX/ });
    expect(free).toHaveTextContent('None');
    expect(within(free).getByRole('button', { name: /EDIT ORG/ })).toHaveTextContent('EDIT ORG');
    expect(within(free).getByRole('button', { name: /EDIT ORG/ })).toBeEnabled();
    expect(screen.getByRole('link', { name: 'Access Codes' })).toHaveAttribute('aria-current', 'page');
  });

  it('shows the name of a deleted organization, whose code cannot be assigned again', async () => {
    await open([aCode(FREE, { organizationDeleted: true })]);
    const row = await screen.findByRole('row', { name: /^K7QX/ });
    expect(row).toHaveTextContent('Deleted organization');
    expect(within(row).getByRole('button', { name: /EDIT ORG/ })).toBeDisabled();
  });

  it('adds a code', async () => {
    let codes: AccessCode[] = [];
    await open([], {
      [LIST]: () => ({ body: codes }),
      'POST /api/users/accessCodes': () => {
        codes = [aCode(FREE)];
        return { status: 201, body: codes[0] };
      },
    });
    expect(await screen.findByText('No Access Codes Found')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Add Access Code' }));
    expect(await screen.findByRole('row', { name: /^K7QX/ })).toBeVisible();
  });

  it('assigns an organization, and shows why an assignment was rejected', async () => {
    let late = true;
    const seen = await open([aCode(FREE)], {
      [`PUT /api/organizations/accessCodes/${FREE}/${ORGANIZATION_ID}`]: () =>
        late ? problem(409, 'Access code is already assigned.') : { status: 204 },
    });
    await userEvent.click(await screen.findByRole('button', { name: `EDIT ORG of ${FREE}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign Organization' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Assign' }));
    expect(dialog.getByRole('combobox')).toHaveAccessibleDescription('Choose an organization.');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Organization' }), 'Delta 3');
    await userEvent.click(dialog.getByRole('button', { name: 'Assign' }));
    expect(await dialog.findByText('Access code is already assigned.')).toBeVisible();
    late = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Assign' }));
    expect(await screen.findByText(`Access code ${FREE} assigned.`)).toBeVisible();
    expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(2);
  });

  it('keeps the open dialog when the list cannot be loaded again', async () => {
    let down = false;
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    await open([], {
      [LIST]: () => (down ? problem(503, 'Down') : { body: [aCode(FREE)] }),
      [`DELETE /api/users/accessCodes/id-of-${FREE}`]: () => {
        down = true;
        return problem(409, 'Not now');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: `Delete code ${FREE}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Delete code ${FREE}?` }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(logged).toHaveBeenCalledWith('Failed to fetch access codes:', expect.anything()));
    expect(dialog.getByText('Not now')).toBeVisible();
    expect(window.location.pathname).toBe('/admin/permissions');
    logged.mockRestore();
  });

  it('deletes a code only after the confirmation', async () => {
    let codes = [aCode(FREE)];
    const seen = await open([], {
      [LIST]: () => ({ body: codes }),
      [`DELETE /api/users/accessCodes/id-of-${FREE}`]: () => {
        codes = [];
        return { status: 204 };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: `Delete code ${FREE}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Delete code ${FREE}?` }));
    expect(seen.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No Access Codes Found')).toBeVisible();
  });

  it('logs a failure to load to the console, and offers a button to retry', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    await open([], { [LIST]: problem(400, 'Broken') });
    await waitFor(() => expect(logged).toHaveBeenCalledWith('Failed to fetch access codes:', expect.anything()));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    logged.mockRestore();
  });
});
