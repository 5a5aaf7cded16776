import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UserImport, UserImportResult } from '../../../../api/contracts/user-import.contract.js';
import { anEntry, aUser, openAdmin, ORGANIZATION_ID, usersAnswer } from '../../../testing/admin-fixture.js';
import { USER_ID } from '../../../testing/open-app.js';
import { type FakeAnswer, type FakeRequest, problem } from '../../../testing/fake-server.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const LIST = 'GET /api/users/admin-detailed';
const STATS = { activeUsers: 12, userLimit: 50, numberOfAdmins: 2 };
const loads = (seen: readonly FakeRequest[], load: string) =>
  seen.filter(({ method, path }) => `${method} ${path}`.startsWith(load)).length;

const open = (more: object, role: 'SystemAdmin' | 'OrganizationAdmin' = 'SystemAdmin') =>
  openAdmin('/admin/users', role, { [LIST]: usersAnswer([aUser('ava')]), ...more });

async function openDialog(button: string, title: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: title }));
}

describe('dialogs of the users page', () => {
  it('edits names and e-mail, with errors beside the fields', async () => {
    let taken = true;
    const seen = await open({
      'PUT /api/users/id-of-ava': () =>
        taken
          ? problem(409, 'Email is already registered.', { Email: ['Email is already registered.'] })
          : { status: 204 },
    });
    const dialog = await openDialog('Edit ava', 'Edit ava');
    const email = dialog.getByRole('textbox', { name: 'Email' });
    await userEvent.clear(email);
    await userEvent.type(email, 'new@example.org');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Email is already registered.')).toBeVisible();
    expect(email).toHaveAccessibleDescription('Email is already registered.');
    taken = false;
    await userEvent.type(email, 'x');
    expect(email).toBeValid();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Rank/Title' }), 'Maj');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('ava saved.')).toBeVisible();
    expect(seen.findLast(({ method }) => method === 'PUT')?.body).toEqual({
      id: 'id-of-ava',
      email: 'new@example.orgx',
      rankTitle: 'Maj',
    });
  });

  it('saves only the edited fields, also those of an attempt without an answer', async () => {
    let lost = false;
    const seen = await open({
      'PUT /api/users/id-of-ava': () => {
        if (lost) throw new TypeError('connection reset');
        return { status: 204 };
      },
    });
    const unchanged = await openDialog('Edit ava', 'Edit ava');
    await userEvent.click(unchanged.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    lost = true;
    const dialog = await openDialog('Edit ava', 'Edit ava');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Rank/Title' }), 'Maj{Enter}');
    expect(await dialog.findByRole('alert')).toBeVisible();
    lost = false;
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Rank/Title' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const id = 'id-of-ava';
    expect(seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { id },
      { id, rankTitle: 'Maj' },
      { id, rankTitle: '' },
    ]);
  });

  it('forgets the edits of a refused save, and keeps those of an earlier attempt without an answer', async () => {
    const answers = [null, problem(409, 'Not now'), { status: 204 }];
    const seen = await open({
      'PUT /api/users/id-of-ava': () => {
        const answer = answers.shift();
        if (!answer) throw new TypeError('connection reset');
        return answer;
      },
    });
    const dialog = await openDialog('Edit ava', 'Edit ava');
    const rank = dialog.getByRole('textbox', { name: 'Rank/Title' });
    const lastName = dialog.getByRole('textbox', { name: 'Last Name' });
    const before = lastName.getAttribute('value')!;
    await userEvent.type(rank, 'Maj{Enter}');
    expect(await dialog.findByRole('alert')).toBeVisible();
    await userEvent.type(lastName, 'x{Enter}');
    expect(await dialog.findByText('Not now')).toBeVisible();
    await userEvent.clear(rank);
    await userEvent.type(lastName, '{Backspace}{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const id = 'id-of-ava';
    expect(seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { id, rankTitle: 'Maj' },
      { id, rankTitle: 'Maj', lastName: `${before}x` },
      { id, rankTitle: '' },
    ]);
  });

  it.each([LIST, 'GET /api/users/stats'])('stays open when a later load of %s fails', async (load) => {
    let down = false;
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const seen = await open({
      'DELETE /api/users/id-of-ava': () => {
        down = true;
        return problem(409, 'Not now');
      },
      [load]: () => (down ? problem(503, 'Down') : load === LIST ? usersAnswer([aUser('ava')]) : { body: STATS }),
    });
    const dialog = await openDialog('Delete ava', 'Delete ava?');
    const before = loads(seen, load);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(loads(seen, load)).toBeGreaterThan(before));
    expect(await dialog.findByText('Not now')).toBeVisible();
    expect(window.location.pathname).toBe('/admin/users');
    logged.mockRestore();
  });

  it('moves a user to another organization for system admins only', async () => {
    const seen = await open({ 'PUT /api/users/id-of-ava': { status: 204 } });
    const dialog = await openDialog('Edit ava', 'Edit ava');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Organization' }), 'None');
    expect(dialog.getByText(/Moving ends the sessions of ava/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('ava saved.');
    expect(seen.find(({ method }) => method === 'PUT')?.body).toMatchObject({ organizationId: null });
  });

  it('offers an organization admin no choice of organization', async () => {
    await open({}, 'OrganizationAdmin');
    const dialog = await openDialog('Edit ava', 'Edit ava');
    expect(dialog.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('shows the one-time code once, with instructions', async () => {
    await open({ 'POST /api/users/passwordResets/id-of-ava': { body: { code: 'W7KD-9QXM-R4TZ-2HVB' } } });
    const copied = jest.fn().mockResolvedValue(undefined);
    const user = userEvent.setup();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
    const question = await openDialog('Reset password of ava', 'Reset the password of ava?');
    await user.click(question.getByRole('button', { name: 'Reset password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'One-time code for ava' }));
    expect(dialog.getByText('W7KD-9QXM-R4TZ-2HVB')).toBeVisible();
    expect(dialog.getByText(/Give this code to ava/)).toHaveTextContent('is not shown again');
    await user.click(dialog.getByRole('button', { name: 'Copy the code' }));
    expect(copied).toHaveBeenCalledWith('W7KD-9QXM-R4TZ-2HVB');
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('W7KD-9QXM-R4TZ-2HVB')).not.toBeInTheDocument());
  });

  it('shows why a reset or a deletion failed', async () => {
    const reason = 'User is the instructor of courses. Reassign them first.';
    await open({
      'POST /api/users/passwordResets/id-of-ava': problem(400, 'Not now'),
      'DELETE /api/users/id-of-ava': problem(409, reason),
    });
    const reset = await openDialog('Reset password of ava', 'Reset the password of ava?');
    await userEvent.click(reset.getByRole('button', { name: 'Reset password' }));
    expect(await screen.findByText('Failed to reset user password')).toBeVisible();
    await userEvent.click(reset.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    const deletion = await openDialog('Delete ava', 'Delete ava?');
    await userEvent.click(deletion.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete user')).toBeVisible();
    expect(deletion.getByText(reason)).toBeVisible();
  });

  it('ends sessions only after the confirmation', async () => {
    const seen = await open({ 'DELETE /api/users/id-of-ava/sessions': { status: 204 } });
    const dialog = await openDialog('End sessions of ava', 'End the sessions of ava?');
    expect(seen.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'End sessions' }));
    expect(await screen.findByText('The sessions of ava have ended.')).toBeVisible();
    expect(seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('leaves the own e-mail address to the account page, which requires the password', async () => {
    const seen = await open({
      [LIST]: usersAnswer([aUser('mara', { id: USER_ID })]),
      [`PUT /api/users/${USER_ID}`]: { status: 204 },
    });
    const dialog = await openDialog('Edit mara', 'Edit mara');
    expect(dialog.getByRole('textbox', { name: 'Email' })).toBeDisabled();
    expect(dialog.getByText('Change your own e-mail address on your account page.')).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Rank/Title' }), 'Maj');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('mara saved.');
    expect(seen.find(({ method }) => method === 'PUT')?.body).toMatchObject({ rankTitle: 'Maj' });
  });

  it('deletes only after the confirmation', async () => {
    let users = [aUser('ava')];
    const seen = await open({
      [LIST]: () => usersAnswer(users),
      'DELETE /api/users/id-of-ava': () => {
        users = [];
        return { status: 204, headers: { 'x-log-position': '12' } };
      },
    });
    const dialog = await openDialog('Delete ava', 'Delete ava?');
    expect(seen.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No Users Found')).toBeVisible();
    expect(seen.findLast(({ path }) => path.includes('admin-detailed'))?.headers).toMatchObject({
      'x-read-after': '12',
    });
  });

  it.each(['SystemAdmin', 'OrganizationAdmin'] as const)('shows a %s the history of a user', async (role) => {
    const seen = await open({ 'GET /api/audit': { body: { entries: [anEntry('e1')], nextCursor: null } } }, role);
    const drawer = await openDialog('History of ava', 'History of ava');
    expect(await drawer.findByText('Changed the role')).toBeVisible();
    expect(drawer.getByText('Instructor')).toBeVisible();
    expect(drawer.getByText('mara.keller (SystemAdmin)')).toBeVisible();
    const { path } = seen.find((request) => request.path.startsWith('/api/audit')) ?? { path: '' };
    expect(path).toBe('/api/audit?targetType=user&targetId=id-of-ava');
    await userEvent.click(drawer.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('importing and exporting users', () => {
  const TEXT = 'username,email\nava.new,ava@example.org';
  const file = new File([TEXT], 'users.csv', { type: 'text/csv' });
  const run = (more: Partial<UserImport> = {}): UserImport => ({
    id: '0198c0de-0000-7000-8000-0000000000c1',
    state: 'running',
    total: 40,
    made: 10,
    refused: 0,
    unchanged: 1,
    refusals: [],
    startedAt: '2026-03-01T09:30:00Z',
    endedAt: null,
    ...more,
  });
  const result = (faulty: boolean, more: Partial<UserImportResult> = {}): UserImportResult => ({
    understood: {
      encoding: 'windows-1252',
      delimiter: ';',
      columns: [
        { title: 'Login', field: 'username' },
        { title: 'email', field: 'email' },
        { title: 'Shoe size', field: null },
      ],
      defaults: [
        { field: 'role', value: 'User' },
        { field: 'organization', value: '' },
      ],
      sample: [{ username: 'ava.new', email: 'jürgen@example.org' }],
    },
    rows: [
      { line: 2, username: 'ava.new', outcome: 'new', errors: [] },
      { line: 3, username: 'ben', outcome: 'unchanged', errors: [] },
      ...(faulty
        ? [
            {
              line: 4,
              username: 'dora',
              outcome: 'error' as const,
              errors: [{ field: 'email', message: 'Email is already registered.' }],
            },
          ]
        : []),
    ],
    imported: 1,
    seats: [{ organizationId: ORGANIZATION_ID, name: 'Delta 3', before: 12, after: 13, userLimit: 50 }],
    import: null,
    ...more,
  });

  async function choose() {
    const dialog = await openDialog('Import', 'Import users');
    await userEvent.upload(dialog.getByLabelText('CSV file'), file);
    return dialog;
  }

  it('shows the errors of each row, and imports nothing', async () => {
    const seen = await open({ 'POST /api/users/import?dryRun=true': { body: result(true) } });
    const dialog = await choose();
    const errors = within(await dialog.findByRole('table', { name: 'Rows with errors' }));
    expect(errors.getByRole('row', { name: '4 dora email: Email is already registered.' })).toBeVisible();
    expect(dialog.getByText('1 with errors')).toBeVisible();
    expect(dialog.getByRole('row', { name: 'Delta 3 12 13 50' })).toBeVisible();
    expect(dialog.getByRole('button', { name: /^Import/ })).toBeDisabled();
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('shows how the file was parsed, and parses it again with another encoding', async () => {
    const seen = await open({
      'POST /api/users/import?dryRun=true': ({ body }: FakeRequest) =>
        (body as { encoding?: string }).encoding === 'utf-8'
          ? problem(400, 'The file does not have this encoding. Choose another encoding.')
          : { body: result(false) },
    });
    const dialog = await choose();
    const columns = within(await dialog.findByRole('table', { name: 'Columns' }));
    expect(columns.getByRole('columnheader', { name: 'username “Login”' })).toBeVisible();
    expect(columns.getByRole('cell', { name: 'jürgen@example.org' })).toBeVisible();
    expect(
      dialog.getByText(
        'Cells are separated by semicolons. Not in the file: role (User), organization (empty). Ignored columns: Shoe size.',
      ),
    ).toBeVisible();
    const encoding = dialog.getByRole('combobox', { name: 'Encoding' });
    expect(encoding).toHaveValue('windows-1252');
    await userEvent.selectOptions(encoding, 'utf-8');
    expect(await dialog.findByText('The file does not have this encoding. Choose another encoding.')).toBeVisible();
    expect(dialog.getByRole('button', { name: /^Import/ })).toBeDisabled();
    await userEvent.selectOptions(encoding, 'windows-1250');
    expect(await dialog.findByRole('button', { name: 'Import 1 user' })).toBeEnabled();
    expect(seen.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { file: btoa(TEXT) },
      { file: btoa(TEXT), encoding: 'utf-8' },
      { file: btoa(TEXT), encoding: 'windows-1250' },
    ]);
  });

  it('shows the progress of the import after the dry run, lists the rejected users, and offers the list as a file', async () => {
    Object.assign(URL, { createObjectURL: jest.fn(() => 'blob:list'), revokeObjectURL: jest.fn() });
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const ended = run({
      state: 'ended',
      made: 39,
      refused: 1,
      refusals: [{ line: 7, username: 'late.one', reason: 'Email is already registered.' }],
    });
    let isStarted = false;
    const seen = await open({
      'GET /api/users/import': () => ({ body: { import: isStarted ? ended : null } }),
      'GET /api/users/import/result': { body: 'line,username' },
      'POST /api/users/import?dryRun=true': { body: result(false) },
      'POST /api/users/import?dryRun=false': () => {
        isStarted = true;
        return { status: 202, body: result(false, { import: run() }) };
      },
    });
    const dialog = await choose();
    await userEvent.click(await dialog.findByRole('button', { name: 'Import 1 user' }));
    const running = within(await screen.findByRole('dialog', { name: 'Import users' }));
    expect(await running.findByRole('progressbar', { name: '10 of 40 users imported' })).toHaveAttribute(
      'aria-valuenow',
      '25',
    );
    expect(
      await running.findByText('39 users imported, 1 refused, 1 unchanged.', {}, { timeout: 3_000 }),
    ).toBeVisible();
    expect(running.getByRole('row', { name: '7 late.one Email is already registered.' })).toBeVisible();
    expect(await screen.findByText('39 users imported, 1 refused.')).toBeVisible();
    await userEvent.click(running.getByRole('button', { name: 'Download list' }));
    await waitFor(() => expect(clicked).toHaveBeenCalled());
    const { headers, body } = seen.find(({ path }) => path.endsWith('dryRun=false'))!;
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    // The encoding of the dry run.
    expect(body).toEqual({ file: btoa(TEXT), encoding: 'windows-1252' });
    await userEvent.click(running.getByRole('button', { name: 'Import another file' }));
    expect(await screen.findByLabelText('CSV file')).toBeVisible();
    clicked.mockRestore();
  });

  it('keeps the file and its encoding while the import starts', async () => {
    let answer: (given: FakeAnswer) => void = () => {};
    await open({
      'POST /api/users/import?dryRun=true': { body: result(false) },
      'POST /api/users/import?dryRun=false': () => new Promise<FakeAnswer>((resolve) => (answer = resolve)),
    });
    const dialog = await choose();
    await userEvent.click(await dialog.findByRole('button', { name: 'Import 1 user' }));
    await waitFor(() => expect(dialog.getByLabelText('CSV file')).toBeDisabled());
    expect(dialog.getByRole('combobox', { name: 'Encoding' })).toBeDisabled();
    answer(problem(503, 'The import is not available.'));
    expect(await dialog.findByText('The import is not available.')).toBeVisible();
    expect(dialog.getByLabelText('CSV file')).toBeEnabled();
    expect(dialog.getByRole('combobox', { name: 'Encoding' })).toBeEnabled();
  });

  it('shows a running import after a page reload', async () => {
    await open({ 'GET /api/users/import': { body: { import: run({ refused: 2 }) } } });
    const notice = within(await screen.findByRole('region', { name: 'Running import' }));
    expect(notice.getByRole('progressbar', { name: '12 of 40 users imported, 2 of them refused' })).toBeVisible();
    await userEvent.click(notice.getByRole('button', { name: 'Show import' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import users' }));
    expect(dialog.queryByLabelText('CSV file')).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(await screen.findByRole('region', { name: 'Running import' })).toBeVisible();
  });

  it('exports the users of the selected organization', async () => {
    const created = jest.fn().mockReturnValue('blob:users');
    Object.assign(URL, { createObjectURL: created, revokeObjectURL: jest.fn() });
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await open({ 'GET /api/users/export': { body: 'username\r\nava' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(clicked).toHaveBeenCalled());
    expect(created).toHaveBeenCalledWith(expect.objectContaining({ size: '\uFEFFusername\r\nava'.length + 2 }));
    clicked.mockRestore();
  });
});
