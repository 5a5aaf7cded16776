import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Sandbox } from '../../../../api/contracts/sandbox.contract.js';
import { openAdmin } from '../../../testing/admin-fixture.js';
import { problem } from '../../../testing/fake-server.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const LIST = 'GET /api/sandboxes';
const DAY_MS = 86_400_000;
const NOW = Date.now();
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString().replace(/\.\d{3}Z$/, 'Z');

const aSandbox = (title: string, more: Partial<Sandbox> = {}): Sandbox => ({
  id: `id-of-${title}`,
  title,
  userName: 'ava.stone',
  lastAccessed: daysAgo(2),
  accessCount: 1,
  timeCreated: daysAgo(2),
  lastModified: daysAgo(2),
  organizationId: null,
  version: 1,
  ...more,
});

const open = (sandboxes: readonly Sandbox[], more = {}) =>
  openAdmin('/admin/sandboxes', 'SystemAdmin', { [LIST]: { body: sandboxes }, ...more });

const rowOf = (title: string) => screen.findByRole('row', { name: new RegExp(`^${title}`) });
const titles = () => screen.getAllByRole('rowheader').map((header) => header.textContent);
const button = (name: string) => screen.findByRole('button', { name });
const dialogOf = async (title: string) => within(await screen.findByRole('dialog', { name: `Delete ${title}?` }));

describe('the sandboxes page', () => {
  it('lists sandboxes, last accessed first, and marks its entry in the sidebar', async () => {
    await open([
      aSandbox('Old', { lastAccessed: daysAgo(9) }),
      aSandbox('New', { lastAccessed: daysAgo(0) }),
      aSandbox('Middle', { lastAccessed: daysAgo(1) }),
    ]);
    await rowOf('Old');
    expect(titles()).toEqual(['New', 'Middle', 'Old']);
    expect(screen.getByRole('link', { name: 'Sandboxes' })).toHaveAttribute('aria-current', 'page');
    expect(screen.queryByText(/most recently accessed of/)).not.toBeInTheDocument();
  });

  it.each([
    ['used once', {}, ['Used Once', 'Created 2 days ago']],
    [
      'opened again',
      { accessCount: 3, lastAccessed: daysAgo(1) },
      ['Accessed yesterday', '3 times', 'Created 2 days ago'],
    ],
    ['saved again', { lastModified: daysAgo(1) }, ['Accessed 2 days ago', '1 time', 'Modified yesterday']],
    [
      'used often',
      { accessCount: 12, lastModified: daysAgo(0.1), lastAccessed: daysAgo(0.1) },
      ['Accessed 2 hours ago', '12 times', 'Modified 2 hours ago'],
    ],
  ])('shows the chips of a sandbox that was %s', async (_, more, chips) => {
    await open([aSandbox('Ellipse', more)]);
    const row = await rowOf('Ellipse');
    const seen = [...row.querySelectorAll('[data-tone]')].filter((chip) => !chip.matches('button'));
    expect(seen.map((chip) => chip.textContent)).toEqual(chips);
    expect(within(row).getByText('ava.stone')).toBeVisible();
    expect(within(row).queryByText('No Owner')).not.toBeInTheDocument();
  });

  it('shows a chip for a deleted owner', async () => {
    await open([aSandbox('Ellipse', { userName: null })]);
    expect(within(await rowOf('Ellipse')).getByText('No Owner')).toBeVisible();
  });

  it('highlights an access 30 or more days ago in the error colour', async () => {
    await open([
      aSandbox('Lately', { accessCount: 2, lastAccessed: daysAgo(29) }),
      aSandbox('Long ago', { accessCount: 2, lastAccessed: daysAgo(30) }),
      aSandbox('Once', { lastAccessed: daysAgo(90), timeCreated: daysAgo(90), lastModified: daysAgo(90) }),
    ]);
    const toneOf = async (title: string, text: string) =>
      within(await rowOf(title))
        .getByText(text)
        .closest('[data-tone]')
        ?.getAttribute('data-tone');
    expect(await toneOf('Lately', 'Accessed 29 days ago')).toBe('plain');
    expect(await toneOf('Long ago', 'Accessed last month')).toBe('bad');
    expect(await toneOf('Once', 'Created 3 months ago')).toBe('plain');
  });

  it('shows that there are none, and how they are created', async () => {
    await open([]);
    expect(await screen.findByText('No Sandboxes Found')).toBeVisible();
    expect(screen.getByText('To create one, choose Sandbox in the game and save it.')).toBeVisible();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });

  it('shows that there are more than it lists', async () => {
    const first = { body: [aSandbox('Ellipse')], headers: { 'x-total-count': '1204' } };
    await open([], { [LIST]: first });
    expect(await screen.findByText('The 1 most recently accessed of 1,204 are shown.')).toBeVisible();
  });

  it('searches by title and owner', async () => {
    await open([
      aSandbox('Ellipse', { lastAccessed: daysAgo(1) }),
      aSandbox('Circle', { userName: 'ben.ellis' }),
      aSandbox('Orphan', { userName: null, lastAccessed: daysAgo(3) }),
    ]);
    const search = await screen.findByRole('searchbox', { name: 'Search' });
    await userEvent.type(search, 'ELLI');
    await waitFor(() => expect(titles()).toEqual(['Ellipse', 'Circle']));
    expect(window.location.search).toBe('?search=ELLI');
    await userEvent.type(search, ' ben');
    await waitFor(() => expect(titles()).toEqual(['Circle']));
    await userEvent.clear(search);
    await userEvent.type(search, 'no owner');
    await waitFor(() => expect(titles()).toEqual(['Orphan']));
    await userEvent.type(search, ' at all');
    expect(await screen.findByText('No sandboxes match “no owner at all”.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(titles()).toHaveLength(3));
  });

  it('shows that loading failed, and loads again on request', async () => {
    let isAway = true;
    await open([], { [LIST]: () => (isAway ? problem(400, 'Broken') : { body: [aSandbox('Ellipse')] }) });
    expect(await screen.findByText('Failed to fetch sandboxes')).toBeVisible();
    expect(screen.getByText('The sandboxes could not be loaded.')).toBeVisible();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf('Ellipse')).toBeVisible();
  });
});

describe('deleting a sandbox', () => {
  it('asks for a confirmation, deletes on Confirm, and reloads the list', async () => {
    let sandboxes = [aSandbox('Ellipse'), aSandbox('Circle')];
    const seen = await open([], {
      [LIST]: () => ({ body: sandboxes }),
      'DELETE /api/sandboxes/id-of-Ellipse': () => {
        sandboxes = [aSandbox('Circle')];
        return { status: 204 };
      },
    });
    await userEvent.click(await button('Delete Ellipse'));
    const dialog = await dialogOf('Ellipse');
    expect(dialog.getByText('The sandbox is deleted for all users. This cannot be undone.')).toBeVisible();
    expect(dialog.getAllByRole('button').map((each) => each.textContent)).toEqual(['Cancel', 'Confirm']);
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Ellipse deleted.')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(['Circle']));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('does nothing on Cancel', async () => {
    const seen = await open([aSandbox('Ellipse')]);
    await userEvent.click(await button('Delete Ellipse'));
    await userEvent.click((await dialogOf('Ellipse')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(seen.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  it('shows why it failed', async () => {
    await open([aSandbox('Ellipse')], {
      'DELETE /api/sandboxes/id-of-Ellipse': problem(503, 'The platform is catching up. Try again in a moment.'),
    });
    await userEvent.click(await button('Delete Ellipse'));
    const dialog = await dialogOf('Ellipse');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Failed to delete sandbox')).toBeInTheDocument();
    expect(dialog.getByText('The platform is catching up. Try again in a moment.')).toBeVisible();
    expect(window.location.pathname).toBe('/admin/sandboxes');
  });
});

it('keeps the open dialog when the list cannot be loaded again', async () => {
  let down = false;
  await open([], {
    [LIST]: () => (down ? problem(503, 'Down') : { body: [aSandbox('Ellipse')] }),
    'DELETE /api/sandboxes/id-of-Ellipse': () => {
      down = true;
      return problem(409, 'Not now');
    },
  });
  await userEvent.click(await button('Delete Ellipse'));
  const dialog = await dialogOf('Ellipse');
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Failed to fetch sandboxes')).toBeInTheDocument();
  expect(dialog.getByText('Not now')).toBeVisible();
  expect(window.location.pathname).toBe('/admin/sandboxes');
});

describe('downloading a sandbox', () => {
  const PATH = 'GET /api/sandboxes/id-of-Ellipse/json';

  it('saves the file under its title and id', async () => {
    const saved: { name: string; type: string }[] = [];
    URL.createObjectURL = (file) => {
      saved.push({ name: '', type: (file as Blob).type });
      return 'blob:file';
    };
    URL.revokeObjectURL = () => {};
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.at(-1)!.name = this.download;
    });
    const headers = {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="Ellipse 7.json"; filename*=UTF-8''Ellipse%207.json`,
    };
    const seen = await open([aSandbox('Ellipse')], { [PATH]: { body: { data: 1 }, headers } });
    await userEvent.click(await button('Download Ellipse'));
    await waitFor(() => expect(saved).toEqual([{ name: 'Ellipse 7.json', type: 'application/json' }]));
    expect(seen.at(-1)?.path).toBe('/api/sandboxes/id-of-Ellipse/json');
    click.mockRestore();
  });

  it('shows that it failed', async () => {
    await open([aSandbox('Ellipse')], { [PATH]: problem(404, 'The sandbox was not found.') });
    await userEvent.click(await button('Download Ellipse'));
    expect(await screen.findByText('Failed to download sandbox')).toBeVisible();
    expect(window.location.pathname).toBe('/admin/sandboxes');
  });
});

it('denies access to admins of an organization', async () => {
  await openAdmin('/admin/sandboxes', 'OrganizationAdmin', {});
  expect(await screen.findByText("You don't have access to this!")).toBeVisible();
});
