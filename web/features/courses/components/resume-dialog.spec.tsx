import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LIVE_HEADERS, openAdmin } from '../../../testing/admin-fixture.js';
import { aClass, aCourse, inMinutes } from '../../../testing/course-fixture.js';
import { problem } from '../../../testing/fake-server.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const running = aClass('c1', { name: 'Operations 101 - Class 1', startDate: inMinutes(-60) });
const over = aClass('c0', { name: 'Operations 101 - Class 1', startDate: inMinutes(-90), endDate: inMinutes(-30) });
const LAST = '/api/groups/g1/lastactivesession';

/** Opens the page with one course whose last class has ended, and the dialog that resumes it. */
async function openDialog(answers: Parameters<typeof openAdmin>[2]) {
  const seen = await openAdmin('/admin/courses', 'OrganizationAdmin', {
    'GET /api/groups/listings': { body: [aCourse('Operations 101', { last: over })], headers: LIVE_HEADERS },
    ...answers,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Resume the last class of Operations 101' }));
  const dialog = within(await screen.findByRole('dialog'));
  return {
    dialog,
    sent: () => seen.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body })),
    press: (name: string) => userEvent.click(dialog.getByRole('button', { name })),
  };
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

describe('the resume dialog', () => {
  it('resumes the last class, lists why students are still disabled, and enables those that a class disabled', async () => {
    const skipped = (name: string, more: object) => ({
      id: `id-of-${name}`,
      username: name,
      firstName: '',
      lastName: 'Ito',
      enabled: false,
      className: null,
      mayEnable: false,
      ...more,
    });
    const ENABLE = (name: string) => `PUT /api/groups/g1/members/id-of-${name}/enabled`;
    const { dialog, press, sent } = await openDialog({
      [`PUT ${LAST}`]: { body: running },
      [`GET ${LAST}/skipped`]: {
        body: [
          skipped('ben', { reason: 'other-class', className: 'Rockets - Class 2', mayEnable: true }),
          skipped('cleo', { reason: 'no-seat', mayEnable: true }),
          skipped('dan', { reason: 'administrator' }),
          skipped('eve', { reason: 'subscription' }),
        ],
      },
      [ENABLE('ben')]: { status: 204 },
      [ENABLE('cleo')]: problem(409, 'The organization has reached its user limit.'),
    });
    expect(dialog.getByText(/are added again. The class continues as if it had never ended/)).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: 'Enable their accounts again?' })).toBeChecked();
    await press('Resume class');
    const resumed = within(await screen.findByRole('dialog', { name: 'Operations 101 resumed' }));
    expect(await resumed.findByText('4 students of the class cannot sign in:')).toBeVisible();
    const row = (name: string) => within(resumed.getByText(`${name} Ito`).closest('li')!);
    expect(row('ben').getByText('Disabled by the end of Rockets - Class 2')).toBeVisible();
    expect(row('cleo').getByText(/has no free seat/)).toBeVisible();
    expect(row('dan').getByText('Disabled by an administrator')).toBeVisible();
    expect(row('eve').getByText('The card subscription has ended')).toBeVisible();
    expect(resumed.getAllByRole('button', { name: /^Enable / })).toHaveLength(2);

    await userEvent.click(resumed.getByRole('button', { name: 'Enable ben' }));
    expect(await row('ben').findByText('Enabled')).toBeVisible();
    await userEvent.click(resumed.getByRole('button', { name: 'Enable cleo' }));
    expect(await row('cleo').findByText('The organization has reached its user limit.')).toBeVisible();
    await userEvent.click(resumed.getByRole('button', { name: 'Done' }));
    await closed();
    expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PUT ${LAST}?reenableMemberAccounts=true`,
      ENABLE('ben'),
      ENABLE('cleo'),
    ]);
  });

  it('resumes the last class without changing accounts', async () => {
    const { dialog, press, sent } = await openDialog({ [`PUT ${LAST}`]: { body: running } });
    await userEvent.click(dialog.getByRole('checkbox'));
    await press('Resume class');
    await closed();
    expect(sent()).toEqual([{ method: 'PUT', path: LAST, body: undefined }]);
  });

  it('shows why a class could not be resumed', async () => {
    const { press } = await openDialog({ [`PUT ${LAST}`]: problem(409, 'A class is already active.') });
    await press('Resume class');
    expect(await screen.findByText('Error while resuming class: A class is already active.')).toBeVisible();
  });
});
