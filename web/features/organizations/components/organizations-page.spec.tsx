import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { anEntry, anOrganization, LIVE_HEADERS, openAdmin, ORGANIZATION_ID } from '../../../testing/admin-fixture.js';
import { push, watched } from '../../../testing/fake-live.js';
import { problem } from '../../../testing/fake-server.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const LIST = 'GET /api/organizations';
const ITS_PATH = `/api/organizations/${ORGANIZATION_ID}`;

const open = (organizations: readonly Organization[], more = {}) =>
  openAdmin('/admin/organizations', 'SystemAdmin', {
    [LIST]: { body: organizations, headers: LIVE_HEADERS },
    ...more,
  });

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) });
const paymentOf = (row: HTMLElement) => within(row).getByRole('switch', { name: /aid/ });
const recordingOf = (row: HTMLElement) => within(row).getByRole('switch', { name: /ecorded/ });
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);

describe('the organizations page', () => {
  it('lists organizations by name, with payment and seats', async () => {
    await open([
      anOrganization('Wing 2', { id: 'b2', isPaid: false, activeUsers: 5, userLimit: 5 }),
      anOrganization('Delta 3'),
    ]);
    const delta = await rowOf('Delta 3');
    expect(names()).toEqual(['Delta 3', 'Wing 2']);
    expect(paymentOf(delta)).toHaveTextContent('Paid');
    expect(delta).toHaveAttribute('data-highlight', 'false');
    expect(within(delta).getByText('12 / 50')).toBeVisible();
    const wing = await rowOf('Wing 2');
    expect(paymentOf(wing)).toHaveTextContent('Unpaid');
    expect(wing).toHaveAttribute('data-highlight', 'true');
    expect(within(wing).getByText('5 / 5').parentElement).toHaveAttribute('data-near-limit', 'true');
    expect(screen.getByText('17 / 55')).toBeVisible();
  });

  it('shows that there are none, and that they could not be loaded', async () => {
    let down = true;
    await open([], { [LIST]: () => (down ? problem(400, 'Broken') : { body: [] }) });
    expect(await screen.findByText('Failed to fetch organizations')).toBeVisible();
    down = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No Organizations Found')).toBeVisible();
  });

  it('checks the name before it creates an organization', async () => {
    const seen = await open([], {
      'GET /api/organizations/names/Delta%203': { body: anOrganization('Delta 3') },
      'GET /api/organizations/names/Wing%202': { body: '' },
      'POST /api/organizations/Wing%202': { status: 201, body: anOrganization('Wing 2') },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add Organization' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Organization' }));
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(name).toHaveAccessibleDescription('Enter a name.');
    await userEvent.type(name, 'Delta 3{Enter}');
    expect(await dialog.findByText('There is already an organization named Delta 3.')).toBeVisible();
    expect(seen.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.clear(name);
    await userEvent.type(name, ' Wing 2 {Enter}');
    expect(await screen.findByText(/^Wing 2 created\./)).toBeVisible();
    expect(seen.filter(({ path }) => path.includes('Wing')).map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it('repeats a creation without an answer with its key, although the name is found by then', async () => {
    let created = false;
    const seen = await open([], {
      'GET /api/organizations/names/Wing%202': () => ({ body: created ? anOrganization('Wing 2') : '' }),
      'POST /api/organizations/Wing%202': () => {
        if (created) return { status: 201, body: anOrganization('Wing 2') };
        created = true;
        throw new TypeError('connection reset');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add Organization' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Organization' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Wing 2{Enter}');
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Name' })).toBeInvalid());
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText(/^Wing 2 created\./)).toBeVisible();
    const keys = seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it('marks as paid immediately, and as unpaid after a confirmation', async () => {
    let isPaid = false;
    const status = (paid: boolean) => () => {
      isPaid = paid;
      return { status: 204 };
    };
    const seen = await open([], {
      [LIST]: () => ({ body: [anOrganization('Delta 3', { isPaid })], headers: LIVE_HEADERS }),
      [`PUT ${ITS_PATH}/status?isPaid=true`]: status(true),
      [`PUT ${ITS_PATH}/status?isPaid=false`]: status(false),
    });
    const delta = await rowOf('Delta 3');
    await userEvent.click(paymentOf(delta));
    expect(await within(delta).findByText('Paid')).toBeVisible();
    await userEvent.click(paymentOf(delta));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark Delta 3 as Unpaid?' }));
    expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as Unpaid' }));
    await waitFor(() => expect(delta).toHaveAttribute('data-highlight', 'true'));
  });

  it('turns the recording of classes off and on', async () => {
    let recordsClasses = true;
    const seen = await open([], {
      [LIST]: () => ({ body: [anOrganization('Delta 3', { recordsClasses })], headers: LIVE_HEADERS }),
      [`PUT ${ITS_PATH}/recording`]: () => {
        recordsClasses = !recordsClasses;
        return { status: 204 };
      },
    });
    const delta = await rowOf('Delta 3');
    expect(recordingOf(delta)).toBeChecked();
    await userEvent.click(recordingOf(delta));
    expect(
      await screen.findByText('Classes of Delta 3 are no longer recorded. Earlier recordings are kept.'),
    ).toBeVisible();
    await waitFor(() => expect(recordingOf(delta)).not.toBeChecked());
    await userEvent.click(recordingOf(delta));
    expect(await screen.findByText('Classes of Delta 3 are recorded.')).toBeVisible();
    expect(seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { recordsClasses: false },
      { recordsClasses: true },
    ]);
  });

  it('accepts a user limit of 5 to 1000 in steps of 5, and sends neither an empty limit nor zero', async () => {
    const seen = await open([anOrganization('Delta 3')], {
      [`PUT ${ITS_PATH}/userlimit?userLimit=10`]: { status: 204 },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change user limit of Delta 3' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'User limit of Delta 3' }));
    const limit = dialog.getByRole('spinbutton', { name: 'User limit' });
    expect(limit).toHaveAttribute('min', '5');
    expect(limit).toHaveAttribute('max', '1000');
    expect(limit).toHaveAttribute('step', '5');
    for (const refused of ['0', '7', '1005', '{Backspace}']) {
      await userEvent.clear(limit);
      await userEvent.type(limit, `${refused}{Enter}`);
      expect(limit).toHaveAccessibleDescription('The user limit must be between 5 and 1000 in steps of 5.');
    }
    await userEvent.clear(limit);
    await userEvent.type(limit, '10');
    expect(dialog.getByText(/12 users are active/)).toHaveTextContent('until 3 users are deleted or disabled');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('User limit of Delta 3 set to 10.')).toBeVisible();
    expect(seen.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([
      `${ITS_PATH}/userlimit?userLimit=10`,
    ]);
  });

  it('shows why an organization cannot be deleted', async () => {
    await open([anOrganization('Delta 3')], {
      [`DELETE ${ITS_PATH}`]: problem(409, 'Organization still has users or courses.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Delta 3' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Delta 3?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('Organization still has users or courses.')).toBeVisible();
  });

  it('keeps the open dialog when the list cannot be loaded again', async () => {
    let down = false;
    await open([], {
      [LIST]: () => (down ? problem(503, 'Down') : { body: [anOrganization('Delta 3')], headers: LIVE_HEADERS }),
      [`DELETE ${ITS_PATH}`]: () => {
        down = true;
        return problem(409, 'Organization still has users or courses.');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Delta 3' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Delta 3?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to fetch organizations')).toBeVisible();
    expect(dialog.getByText('Organization still has users or courses.')).toBeVisible();
    expect(window.location.pathname).toBe('/admin/organizations');
  });

  it('opens the history of an organization', async () => {
    const entry = anEntry('e1', {
      action: 'OrganizationMarkedPaid',
      actor: null,
      changes: [{ field: 'isPaid', from: false, to: true }],
    });
    await open([anOrganization('Delta 3')], { 'GET /api/audit': { body: { entries: [entry], nextCursor: null } } });
    await userEvent.click(await screen.findByRole('button', { name: 'History of Delta 3' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'History of Delta 3' }));
    expect(await drawer.findByText('Marked as Paid')).toBeVisible();
    expect(drawer.getByText('The platform')).toBeVisible();
    expect(drawer.getByText('Payment:').parentElement).toHaveTextContent('Payment: Unpaid → Paid');
  });

  it('updates when other administrators change organizations', async () => {
    await open([anOrganization('Delta 3')]);
    await rowOf('Delta 3');
    expect(watched()).toEqual(['organizations all']);
    await push('organizations', [
      { key: ORGANIZATION_ID, sequence: 6, value: anOrganization('Delta 3', { activeUsers: 49 }) },
      { key: 'b2', sequence: 7, value: anOrganization('Alpha', { id: 'b2' }) },
    ]);
    expect(within(await rowOf('Delta 3')).getByText('49 / 50')).toBeVisible();
    expect(names()).toEqual(['Alpha', 'Delta 3']);
    await push('organizations', [{ key: ORGANIZATION_ID, sequence: 8, value: null }]);
    expect(names()).toEqual(['Alpha']);
  });

  it('denies access to organization admins', async () => {
    await openAdmin('/admin/organizations', 'OrganizationAdmin', {});
    expect(await screen.findByText("You don't have access to this!")).toBeVisible();
    expect(window.location.pathname).toBe('/unauthorized');
  });
});
