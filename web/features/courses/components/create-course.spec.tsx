import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import type { Role } from '../../../../api/contracts/sign-in.contract.js';
import { anOrganization, aUser, LIVE_HEADERS, openAdmin, ORGANIZATION_ID } from '../../../testing/admin-fixture.js';
import { aClass, aCourse, inMinutes } from '../../../testing/course-fixture.js';
import { problem } from '../../../testing/fake-server.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const PEOPLE = [
  aUser('ivy', { roles: ['Instructor'] }),
  aUser('oda', { roles: ['OrganizationAdmin'] }),
  aUser('off', { roles: ['Instructor'], enabled: false }),
  aUser('else', { roles: ['Instructor'], organizationId: 'o2' }),
  aUser('ava'),
  aUser('free', { organizationId: null }),
  aUser('stranger', { organizationId: 'o2' }),
];
const INSTRUCTORS = `GET /api/users?sort=role&limit=500&orgId=${ORGANIZATION_ID}`;
const people = {
  [INSTRUCTORS]: { body: PEOPLE },
  'GET /api/users?search=a&limit=50': { body: PEOPLE },
};

async function open(role: Role, more = {}, ...courses: CourseListing[]) {
  const seen = await openAdmin('/admin/courses', role, {
    'GET /api/groups/listings': { body: courses, headers: LIVE_HEADERS },
    'GET /api/organizations': {
      body: [anOrganization('Delta 3'), anOrganization('Wing 2', { id: 'o2' })],
      headers: LIVE_HEADERS,
    },
    ...people,
    ...more,
  });
  return {
    sent: () => seen.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body })),
  };
}

async function dialogOf(button: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const choices = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map((option) => option.textContent);

const HELP = 'Name must be 32 characters or less';

describe('creating a course', () => {
  it('offers instructors and admins of the organization, and accepts a caption and first members', async () => {
    const { sent } = await open('OrganizationAdmin', { 'POST /api/groups': { status: 201, body: {} } });
    const dialog = await dialogOf('Create Course');
    expect(dialog.queryByRole('combobox', { name: 'Organization' })).not.toBeInTheDocument();
    const instructor = await dialog.findByRole('combobox', { name: 'Instructor' });
    expect(choices(instructor)).toEqual(['Choose an instructor', 'ivy (First Last)', 'oda (First Last)']);
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(dialog.getByText('Enter a name.')).toBeVisible();
    expect(instructor).toHaveAccessibleDescription('Choose an instructor.');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' Operations 101 ');
    await userEvent.selectOptions(instructor, 'ivy (First Last)');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Caption' }), 'Spring term');
    await userEvent.type(dialog.getByRole('searchbox', { name: 'Add students' }), 'a{Enter}');
    const found = within(await dialog.findByRole('list', { name: 'Found' }));
    await userEvent.click(await found.findByRole('button', { name: 'Add ava' }));
    await userEvent.click(found.getByRole('button', { name: 'Add free' }));
    expect(found.queryByRole('button')).not.toBeInTheDocument();
    expect(found.getByText('No other students match.')).toBeVisible();
    expect(dialog.getByText('2 students in the course')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Remove free' }));
    expect(sent()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    await closed();
    expect(await screen.findByText('Operations 101 created.')).toBeVisible();
    const body = { name: 'Operations 101', ownerId: 'id-of-ivy', caption: 'Spring term', memberIds: ['id-of-ava'] };
    expect(sent()).toEqual([{ method: 'POST', path: '/api/groups', body }]);
  });

  it('warns about a long name in the colour of errors, and still submits', async () => {
    const { sent } = await open('OrganizationAdmin', { 'POST /api/groups': { status: 201, body: {} } });
    const dialog = await dialogOf('Create Course');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await userEvent.type(name, 'x'.repeat(32));
    expect(dialog.getByText(HELP)).toHaveAttribute('data-error', 'false');
    await userEvent.type(name, 'x');
    expect(dialog.getByText(HELP)).toHaveAttribute('data-error', 'true');
    await userEvent.selectOptions(await dialog.findByRole('combobox', { name: 'Instructor' }), 'ivy (First Last)');
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    await closed();
    expect(sent()[0]?.body).toMatchObject({ name: 'x'.repeat(33), memberIds: [] });
  });

  it('requires a system admin to choose the organization first', async () => {
    await open('SystemAdmin', {
      'GET /api/users?sort=role&limit=500&orgId=o2': { body: PEOPLE },
    });
    const dialog = await dialogOf('Create Course');
    expect(dialog.queryByRole('combobox', { name: 'Instructor' })).not.toBeInTheDocument();
    const organization = dialog.getByRole('combobox', { name: 'Organization' });
    await userEvent.selectOptions(organization, 'Delta 3');
    await userEvent.selectOptions(await dialog.findByRole('combobox', { name: 'Instructor' }), 'ivy (First Last)');
    await userEvent.selectOptions(organization, 'Wing 2');
    await waitFor(() =>
      expect(choices(dialog.getByRole('combobox', { name: 'Instructor' }))).toEqual([
        'Choose an instructor',
        'else (First Last)',
      ]),
    );
    expect(dialog.getByRole('combobox', { name: 'Instructor' })).toHaveDisplayValue('Choose an instructor');
  });

  it('shows why a course could not be created, also at the field', async () => {
    await open('OrganizationAdmin', {
      'POST /api/groups': problem(400, 'Invalid', { Name: ['Must not contain control characters.'] }),
    });
    const dialog = await dialogOf('Create Course');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Operations 101');
    await userEvent.selectOptions(await dialog.findByRole('combobox', { name: 'Instructor' }), 'ivy (First Last)');
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Failed to create group: Invalid')).toBeVisible();
    expect(dialog.getByText('Must not contain control characters.')).toBeVisible();
  });
});

describe('changing the instructor of a course', () => {
  it('offers the instructors and admins who may run the course, and sends the chosen one', async () => {
    const { sent } = await open(
      'OrganizationAdmin',
      { 'PUT /api/groups/g1/id-of-oda': { status: 204 } },
      aCourse('Operations 101'),
    );
    const dialog = await dialogOf('Change instructor of Operations 101');
    const instructor = await dialog.findByRole('combobox', { name: 'Instructor' });
    expect(choices(instructor)).toEqual(['ivy (First Last)', 'oda (First Last)']);
    expect(instructor).toHaveDisplayValue('ivy (First Last)');
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await userEvent.selectOptions(instructor, 'oda (First Last)');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await closed();
    expect(sent()).toEqual([{ method: 'PUT', path: '/api/groups/g1/id-of-oda', body: undefined }]);
  });

  it('shows why the change failed', async () => {
    const course = aCourse('Operations 101', { ownerId: 'id-of-gone', ownerName: 'gone' });
    await open(
      'OrganizationAdmin',
      { 'PUT /api/groups/g1/id-of-ivy': problem(400, 'The instructor is disabled.') },
      course,
    );
    const dialog = await dialogOf('Change instructor of Operations 101');
    const instructor = await dialog.findByRole('combobox', { name: 'Instructor' });
    expect(instructor).toHaveDisplayValue('gone');
    await userEvent.selectOptions(instructor, 'ivy (First Last)');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update group list: The instructor is disabled.')).toBeVisible();
  });
});

describe('deleting a course', () => {
  it('names what is deleted with the course before deleting it', async () => {
    const { sent } = await open(
      'OrganizationAdmin',
      { 'DELETE /api/groups/g1': { status: 204 } },
      aCourse('Operations 101', { active: aClass('c1', { startDate: inMinutes(-5) }) }),
    );
    const dialog = await dialogOf('Delete Operations 101');
    expect(dialog.getByText('The running class ends for everyone now.')).toBeVisible();
    expect(dialog.getByText(/3 students lose access\./)).toHaveTextContent(
      'The access code K7QX4M stops working. The gradebooks of its classes are kept for system admins only.',
    );
    expect(sent()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await closed();
    expect(sent()).toEqual([{ method: 'DELETE', path: '/api/groups/g1', body: undefined }]);
  });

  it('shows why the deletion failed', async () => {
    await open(
      'OrganizationAdmin',
      { 'DELETE /api/groups/g1': problem(503, 'Try again.') },
      aCourse('Operations 101', { scheduled: aClass('c1', { scheduledStartDate: inMinutes(60) }), memberCount: 0 }),
    );
    const dialog = await dialogOf('Delete Operations 101');
    expect(dialog.getByText('The scheduled class will not start.')).toBeVisible();
    expect(dialog.getByText(/^No students are enrolled\./)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete course: Try again.')).toBeVisible();
  });
});
