import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { toPicker } from '../../../shared/local-time.js';
import { getDefaultStore } from '../../../shared/state/jotai.js';
import { toastsAtom } from '../../../shared/toasts/toasts.atoms.js';
import { LIVE_HEADERS, openAdmin } from '../../../testing/admin-fixture.js';
import { aClass, aCourse, inMinutes } from '../../../testing/course-fixture.js';
import { push } from '../../../testing/fake-live.js';
import { problem } from '../../../testing/fake-server.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const running = aClass('c1', { name: 'Operations 101 - Class 1', startDate: inMinutes(-60) });
const planned = aClass('c2', { scheduledStartDate: inMinutes(120) });
const over = aClass('c0', { name: 'Operations 101 - Class 1', startDate: inMinutes(-90), endDate: inMinutes(-30) });

const ACTIVE = '/api/groups/g1/activesession';
const SCHEDULED = '/api/groups/g1/scheduledsession';
const END = '/api/groups/g1/enddate';

/** Opens the page with one course, and the dialog behind the given button. */
async function openDialog(button: string, classes: Partial<CourseListing>, more = {}) {
  const seen = await openAdmin('/admin/courses', 'OrganizationAdmin', {
    'GET /api/groups/listings': { body: [aCourse('Operations 101', classes)], headers: LIVE_HEADERS },
    ...more,
  });
  await userEvent.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  return {
    dialog,
    sent: () => seen.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body })),
    press: (name: string) => userEvent.click(dialog.getByRole('button', { name })),
    choose: (name: string) => userEvent.click(dialog.getByRole('radio', { name })),
    pick: (label: string, moment: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value: toPicker(new Date(moment)) } }),
  };
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const toasts = () =>
  getDefaultStore()
    .get(toastsAtom)
    .map(({ message }) => message);
/** The date picker has no seconds. */
const toTheMinute = (moment: string) => `${moment.slice(0, 16)}:00Z`;

describe('the dialogs of a class', () => {
  it('starts a class now', async () => {
    const { dialog, press, sent } = await openDialog(
      'Schedule/Start New Class of Operations 101',
      {},
      { [`PUT ${ACTIVE}`]: { body: running } },
    );
    expect(dialog.getByRole('radio', { name: 'Start Now' })).toBeChecked();
    expect(dialog.getByRole('radio', { name: 'Schedule Start' })).toBeVisible();
    await press('Start Now');
    await closed();
    expect(sent()).toEqual([{ method: 'PUT', path: ACTIVE, body: undefined }]);
  });

  it('schedules a start and shows the time zone', async () => {
    const start = inMinutes(90);
    const { dialog, choose, pick, press, sent } = await openDialog(
      'Schedule/Start New Class of Operations 101',
      {},
      { [`PUT ${SCHEDULED}`]: { body: planned } },
    );
    await choose('Schedule Start');
    expect(dialog.getByLabelText('Start date')).toHaveAttribute('type', 'datetime-local');
    expect(dialog.getByText('Time zone: Coordinated Universal Time')).toBeVisible();
    await press('Schedule Start');
    expect(dialog.getByLabelText('Start date')).toHaveAccessibleDescription('Enter a date and a time.');
    pick('Start date', inMinutes(-5));
    await press('Schedule Start');
    expect(dialog.getByText('Scheduled start date must be in the future.')).toBeVisible();
    expect(sent()).toEqual([]);
    pick('Start date', start);
    await press('Schedule Start');
    await closed();
    expect(sent()).toEqual([{ method: 'PUT', path: SCHEDULED, body: { scheduledStartDate: toTheMinute(start) } }]);
  });

  it('shows why a start could not be scheduled', async () => {
    const { choose, pick, press, dialog } = await openDialog(
      'Schedule/Start New Class of Operations 101',
      {},
      { [`PUT ${SCHEDULED}`]: problem(409, 'A class is already active.') },
    );
    await choose('Schedule Start');
    pick('Start date', inMinutes(90));
    await press('Schedule Start');
    expect(await screen.findByText('Failed to schedule session: A class is already active.')).toBeVisible();
    expect(dialog.getByText('A class is already active.')).toBeVisible();
  });

  it('cancels a scheduled start', async () => {
    const { dialog, choose, press, sent } = await openDialog(
      'Change the scheduled start of Operations 101',
      { scheduled: planned },
      { [`PUT ${SCHEDULED}`]: { body: null } },
    );
    expect(dialog.getByRole('radio', { name: 'Schedule Start' })).toBeChecked();
    expect(dialog.getByLabelText('Start date')).toHaveValue(toPicker(new Date(planned.scheduledStartDate ?? '')));
    await choose('Remove the scheduled start');
    await press('Remove the scheduled start');
    await closed();
    expect(sent()).toEqual([{ method: 'PUT', path: SCHEDULED, body: { scheduledStartDate: null } }]);
  });

  it('rejects a time skipped by daylight saving, and lets the user choose between two repeated times', async () => {
    // clocks go forward by an hour in 90 minutes, and back by an hour 36 hours later
    const forward = Math.floor(Date.now() / 3_600_000) * 3_600_000 + 2 * 3_600_000;
    const back = forward + 36 * 3_600_000;
    jest.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function (this: Date) {
      return this.getTime() >= forward && this.getTime() < back ? -60 : 0;
    });
    const { dialog, choose, press, sent } = await openDialog(
      'Schedule/Start New Class of Operations 101',
      {},
      { [`PUT ${SCHEDULED}`]: { body: planned } },
    );
    const pickClock = (clock: number) =>
      fireEvent.change(dialog.getByLabelText('Start date'), {
        target: { value: new Date(clock).toISOString().slice(0, 16) },
      });
    await choose('Schedule Start');
    pickClock(forward + 30 * 60_000);
    expect(dialog.getByText(/This time does not exist, because clocks are put forward at that hour/)).toBeVisible();
    await press('Schedule Start');
    expect(sent()).toEqual([]);
    pickClock(back + 30 * 60_000);
    const which = dialog.getByRole('combobox', { name: /^This time occurs twice/ });
    await userEvent.selectOptions(which, 'second');
    await press('Schedule Start');
    await closed();
    const second = new Date(back + 30 * 60_000).toISOString().replace('.000Z', 'Z');
    expect(sent()[0]?.body).toEqual({ scheduledStartDate: second });
    jest.restoreAllMocks();
  });

  it.each([
    ['End date must be after the scheduled start date.', { scheduled: planned }, inMinutes(60)],
    ['End date must be after the active session start date.', { active: running }, inMinutes(-70)],
    ['Scheduled end date must be in the future.', { active: running }, inMinutes(-10)],
  ])('rejects an end: %s', async (message, classes, end) => {
    const { dialog, pick, press, sent } = await openDialog('Schedule/End Class of Operations 101', classes);
    pick('End date', end);
    await press('Schedule End');
    expect(dialog.getByText(message)).toBeVisible();
    expect(sent()).toEqual([]);
    pick('End date', inMinutes(300));
    await waitFor(() => expect(dialog.queryByText(message)).not.toBeInTheDocument());
  });

  it('does not end a class that has not started', async () => {
    const { dialog, choose, press } = await openDialog('Schedule/End Class of Operations 101', { scheduled: planned });
    await choose('End Now');
    await press('End Now');
    expect(dialog.getByText('Cannot end session that has not started.')).toBeVisible();
  });

  it('schedules an end and cancels it', async () => {
    const end = inMinutes(45);
    const { pick, press, sent } = await openDialog(
      'Change the scheduled end of Operations 101',
      { active: { ...running, scheduledEndDate: inMinutes(30) } },
      { [`PUT ${END}`]: { body: running } },
    );
    pick('End date', end);
    await press('Schedule End');
    await closed();
    expect(sent()[0]).toEqual({ method: 'PUT', path: END, body: { newEndDate: toTheMinute(end), isImmediate: false } });
    await userEvent.click(screen.getByRole('button', { name: 'Change the scheduled end of Operations 101' }));
    const again = within(await screen.findByRole('dialog'));
    await userEvent.click(again.getByRole('radio', { name: 'Remove the scheduled end' }));
    await userEvent.click(again.getByRole('button', { name: 'Remove the scheduled end' }));
    await closed();
    expect(sent()[1]?.body).toEqual({ newEndDate: null, isImmediate: false });
  });

  it("shows the server's rejection of an end under the field, and only logs it", async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const message = 'Scheduled end date must be in the future.';
    const { dialog, pick, press } = await openDialog(
      'Schedule/End Class of Operations 101',
      { active: running },
      { [`PUT ${END}`]: problem(400, message, { NewEndDate: [message] }) },
    );
    pick('End date', inMinutes(30));
    await press('Schedule End');
    expect(await dialog.findByText(message)).toBeVisible();
    expect(logged).toHaveBeenCalledWith('Failed to set end date:', expect.anything());
    expect(toasts()).toEqual([]);
    logged.mockRestore();
  });

  it("ends a class in the 'End Term' dialog, with or without disabling its users", async () => {
    const { choose, press, sent } = await openDialog(
      'Schedule/End Class of Operations 101',
      { active: running },
      { [`DELETE ${ACTIVE}`]: { body: over }, [`GET ${ACTIVE}/accounts`]: { body: { disabled: 12, outside: 2 } } },
    );
    await choose('End Now');
    await press('End Now');
    const term = within(await screen.findByRole('dialog', { name: 'End Term' }));
    const disable = term.getByRole('checkbox', { name: 'Disable all users in course?' });
    expect(disable).not.toBeChecked();
    await waitFor(() =>
      expect(disable).toHaveAccessibleDescription(
        '12 students are signed out and cannot sign in until their accounts are enabled. 2 students from outside the organization keep their accounts.',
      ),
    );
    expect(sent()).toEqual([]);
    await userEvent.click(disable);
    await userEvent.click(term.getByRole('button', { name: 'End class' }));
    await closed();
    expect(sent()).toEqual([{ method: 'DELETE', path: `${ACTIVE}?disableMemberAccounts=true`, body: undefined }]);
  });

  it('shows why a class could not be ended', async () => {
    const { choose, press } = await openDialog(
      'Schedule/End Class of Operations 101',
      { active: running },
      { [`DELETE ${ACTIVE}`]: problem(409, 'No class is active.') },
    );
    await choose('End Now');
    await press('End Now');
    const term = within(await screen.findByRole('dialog', { name: 'End Term' }));
    await userEvent.click(term.getByRole('button', { name: 'End class' }));
    expect(await screen.findByText('Failed to stop session: No class is active.')).toBeVisible();
  });

  it('closes when another user deletes the course', async () => {
    await openDialog('Schedule/End Class of Operations 101', { active: running });
    await push('courses', [{ key: 'g1', sequence: 9, value: null }]);
    await closed();
    expect(screen.getByText('No Courses Found')).toBeVisible();
  });
});
