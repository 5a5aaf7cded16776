import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { stampOf } from '../../../shared/local-time.js';
import { LIVE_HEADERS, openAdmin } from '../../../testing/admin-fixture.js';
import { aClass, aCourse, inMinutes } from '../../../testing/course-fixture.js';
import { push, watched } from '../../../testing/fake-live.js';
import { problem } from '../../../testing/fake-server.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const CLASSES = 'GET /api/groups/g1/sessions';
const AVA = { id: 'u1', username: 'ava', firstName: 'Ava', lastName: 'Ng', enabled: true };
const BEN = { id: 'u2', username: 'ben', firstName: 'Ben', lastName: 'Ito', enabled: false };
const over = aClass('c1', { startDate: inMinutes(-500), endDate: inMinutes(-400) });
const course = aCourse('Operations 101', { last: over });

const open = (path: string, more = {}) =>
  openAdmin(path, 'Instructor', {
    'GET /api/groups/listings': { body: [course], headers: LIVE_HEADERS },
    [CLASSES]: { body: [aClass('c2', { scheduledStartDate: inMinutes(60) }), over] },
    ...more,
  });
const drawer = async (name = 'Operations 101') => within(await screen.findByRole('dialog', { name }));
const sendUpdate = (sequence: number, members: object[], more: Partial<CourseListing> = {}) =>
  push('course', [{ key: 'snapshot', sequence, value: { course: { ...course, ...more }, members } }]);

describe('the course drawer', () => {
  it('opens from the row and from the address, with the code and the classes with their gradebooks', async () => {
    await open('/instructor/courses');
    await userEvent.click(await screen.findByRole('button', { name: 'Operations 101' }));
    const details = await drawer();
    expect(window.location.search).toBe('?course=g1');
    expect(details.getByText('Spring term')).toBeVisible();
    expect(details.getByText('K7QX4M')).toBeVisible();
    expect(details.getByRole('button', { name: 'Copy the access code of Operations 101' })).toBeVisible();
    const link = await details.findByRole('link');
    expect(link).toHaveTextContent('Operations 101 - c1, gradebook in a new tab');
    expect(link).toMatchObject({ target: '_blank', pathname: '/gradebook/c1' });
    expect(details.getByText(/^Ended on/)).toHaveTextContent(stampOf(over.endDate ?? ''));
    expect(details.getByText(/^Scheduled for/)).toBeVisible();
    await userEvent.click(details.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(window.location.search).toBe('');
  });

  it('updates the members live', async () => {
    await open('/instructor/courses?course=g1');
    const details = await drawer();
    expect(watched()).toEqual(['courses all', 'course g1']);
    await sendUpdate(6, []);
    expect(details.getByText(/No students are in the course/)).toBeVisible();
    await sendUpdate(7, [AVA, BEN]);
    expect(details.getByRole('heading', { name: 'Students (2)' })).toBeVisible();
    const ben = details.getByText('Ben Ito').closest('li') as HTMLElement;
    expect(ben).toHaveTextContent('Disabled');
    await sendUpdate(8, [AVA]);
    expect(ben).not.toBeInTheDocument();
  });

  it('removes a member after a confirmation', async () => {
    const seen = await open('/instructor/courses?course=g1', {
      'DELETE /api/groups/g1/members/u1': { status: 204 },
    });
    const details = await drawer();
    await sendUpdate(6, [AVA]);
    await userEvent.click(details.getByRole('button', { name: 'Remove ava from the course' }));
    const confirmation = within(await screen.findByRole('dialog', { name: 'Remove ava?' }));
    expect(seen.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(confirmation.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('ava removed from Operations 101.')).toBeVisible();
    expect(seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/api/groups/g1/members/u1',
    ]);
  });

  it('shows a message when the course has no code or no class, or when its classes cannot be loaded', async () => {
    let down = true;
    await open('/instructor/courses?course=g1', {
      'GET /api/groups/listings': { body: [aCourse('Operations 101', { password: null })], headers: LIVE_HEADERS },
      [CLASSES]: () => (down ? problem(500, 'Broken') : { body: [] }),
    });
    const details = await drawer();
    expect(details.getByText('NO CODE')).toBeVisible();
    expect(await details.findByText('The classes could not be loaded.')).toBeVisible();
    down = false;
    await userEvent.click(details.getByRole('button', { name: 'Try again' }));
    expect(await details.findByText(/No classes yet/)).toBeVisible();
    expect(window.location.pathname).toBe('/instructor/courses');
  });

  it('shows that the course no longer exists', async () => {
    await open('/instructor/courses?course=g9');
    expect((await drawer('Course')).getByText(/no longer exists/)).toBeVisible();
  });
});
