import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PresenceRow } from '../../../../api/contracts/presence.contract.js';
import type { Member } from '../../../../api/contracts/user.contract.js';
import { connectionBecomes, push, watched } from '../../../testing/fake-live.js';
import { problem, startFakeServer } from '../../../testing/fake-server.js';
import { gradebookOf, SCENARIOS, SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const HEADERS = 'GET /api/courses/0198c0de-0000-7000-8000-000000000001/headers';
const MEMBERS = `GET /api/sessions/${SESSION_ID}/members`;
const { session } = gradebookOf({});

const member = (id: string, firstName: string): Member => ({
  id,
  username: `${firstName.toLowerCase()}.x`,
  firstName,
  lastName: 'Example',
  enabled: true,
});
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000 - 500).toISOString();
const row = (presence: Partial<PresenceRow> = {}): PresenceRow => ({
  state: 'online',
  scenarioId: null,
  since: null,
  needsHelpSince: null,
  helpId: presence.needsHelpSince ? '0198c0de-0000-7000-8000-0000000000bb' : null,
  seenAt: null,
  ...presence,
});

const PEOPLE = { u1: 'Ann', u2: 'Bob', u3: 'Cleo', u4: 'Dan', u5: 'Eve', u6: 'Finn' };
const rows = (): Record<string, PresenceRow> => ({
  u1: row({ scenarioId: 's1', since: minutesAgo(5) }),
  u2: row({ state: 'offline', seenAt: '2026-03-01T10:00:00Z' }),
  u3: row({ scenarioId: 's1', since: minutesAgo(70), needsHelpSince: minutesAgo(2) }),
  u4: row({ state: 'idle', scenarioId: 's3', since: minutesAgo(30) }),
  u5: row({ state: 'idle', needsHelpSince: minutesAgo(9) }),
  u6: row({ state: 'offline' }),
});
const live = (values: Record<string, PresenceRow | null>, sequence = 1) =>
  Object.entries(values).map(([key, value]) => ({ key, sequence, value }));

interface Setting {
  presence?: Record<string, PresenceRow>;
  endDate?: string | null;
  path?: string;
}

async function open({ presence = rows(), endDate = null, path = `/monitor/${SESSION_ID}` }: Setting = {}) {
  const roster = { down: false };
  freshBrowser();
  connectionBecomes('live');
  signedInAs('mara.keller');
  const people: Record<string, string> = { ...PEOPLE };
  const seen = await startFakeServer({
    ...answersFor('Instructor', 'mara.keller'),
    [`GET /api/sessions/${SESSION_ID}`]: { body: { ...session, endDate } },
    [MEMBERS]: () =>
      roster.down ? problem(503, 'Down') : { body: Object.entries(people).map(([id, name]) => member(id, name)) },
    [HEADERS]: { body: SCENARIOS },
  });
  openApp(path);
  await screen.findByRole('heading', { name: 'Class monitor' });
  await waitFor(() => expect(watched()).toContain(`presence ${SESSION_ID}`));
  await push('presence', live(presence), true);
  return { people, roster, seen };
}

const students = async () => (await screen.findAllByRole('row')).slice(1);
const names = async () => (await students()).map((each) => within(each).getByRole('rowheader').textContent);
const cellsOf = (student: HTMLElement) =>
  within(student)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const filter = (name: RegExp) =>
  within(screen.getByRole('group', { name: 'Show students by state' })).getByRole('button', { name });

describe('class monitor', () => {
  it('lists the longest open help request first, then idle, online and offline students', async () => {
    await open();
    expect(await names()).toEqual([
      'Eve Exampleeve.x',
      'Cleo Examplecleo.x',
      'Dan Exampledan.x',
      'Ann Exampleann.x',
      'Bob Examplebob.x',
      'Finn Examplefinn.x',
    ]);
    const [eve, cleo, dan, , bob, finn] = (await students()).map(cellsOf);
    expect(eve).toEqual(['IdleNeeds help (9 min)On my wayResolve', 'Not in a scenario', '', 'Now']);
    expect(cleo).toEqual(['OnlineNeeds help (2 min)On my wayResolve', 'Orbit Raising', '1 h 10 min', 'Now']);
    expect(dan).toEqual(['Idle', 'Rendezvous and Proximity', '30 min', 'Now']);
    expect(bob).toEqual(['Offline', '-', '', expect.stringContaining('2026')]);
    expect(finn?.at(-1)).toBe('Never');
    expect(screen.getByText('Operations 101 - Class 3')).toBeVisible();
    expect(screen.getByText('Live')).toBeVisible();
  });

  it('counts students by state and by scenario', async () => {
    await open();
    await students();
    for (const [name, count] of Object.entries({ All: 6, 'Needs help': 2, Idle: 2, Online: 2, Offline: 2 })) {
      expect(filter(new RegExp(`^${name}`))).toHaveTextContent(`${name}${count}`);
    }
    const chart = screen.getByRole('region', { name: 'In scenarios now' });
    expect(
      within(chart)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Orbit Raising: 2 students, 1 needs help2',
      'Rendezvous and Proximity: 1 student, 1 idle1',
      'Not in a scenario: 1 student, 1 needs help1',
    ]);
  });

  it('filters by one state, keeps it in the address, and removes the filter again', async () => {
    await open();
    await students();
    await userEvent.click(filter(/^Idle/));
    expect(filter(/^Idle/)).toHaveAttribute('aria-pressed', 'true');
    expect(await names()).toEqual(['Eve Exampleeve.x', 'Dan Exampledan.x']);
    expect(window.location.search).toBe('?state=idle');
    await userEvent.click(filter(/^Idle/));
    expect(await names()).toHaveLength(6);
  });

  it('finds a student by name, and shows when none match', async () => {
    await open();
    await students();
    await userEvent.type(screen.getByLabelText('Search'), 'CLEO');
    await waitFor(async () => expect(await names()).toEqual(['Cleo Examplecleo.x']));
    await userEvent.click(filter(/^Offline/));
    expect(await screen.findByText('No students match')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show the whole class' }));
    expect(await names()).toHaveLength(6);
  });

  it('announces new help requests to screen readers', async () => {
    await open();
    await students();
    expect(screen.queryByText(/for help\.$/)).not.toBeInTheDocument();
    const asks = row({ needsHelpSince: new Date().toISOString() });
    await push('presence', live({ u1: asks }, 2));
    expect(screen.getByText('Ann Example asks for help.')).toHaveAttribute('role', 'status');
    await push('presence', live({ u4: asks, u2: asks }, 3));
    expect(screen.getByText(/Example and .* Example ask for help\./)).toBeInTheDocument();
    // The oldest request stays first.
    expect((await names())[0]).toBe('Eve Exampleeve.x');
  });

  it('loads the name of a student who joins, and removes a student who leaves', async () => {
    const { people, seen } = await open();
    await students();
    people.u7 = 'Gus';
    await push('presence', live({ u7: row(), u2: null }, 2));
    expect(await screen.findByRole('rowheader', { name: /Gus Example/ })).toBeVisible();
    expect(screen.queryByRole('rowheader', { name: /Bob/ })).not.toBeInTheDocument();
    expect(seen.filter(({ method, path }) => `${method} ${path}` === MEMBERS)).toHaveLength(2);
  });

  it('keeps the shown students when the roster cannot be loaded again', async () => {
    const { roster, seen } = await open();
    await students();
    roster.down = true;
    await push('presence', live({ u7: row() }, 2));
    await waitFor(() => expect(seen.filter(({ path }) => MEMBERS.endsWith(path)).length).toBeGreaterThan(1));
    expect(await screen.findByText('Failed to fetch users')).toBeInTheDocument();
    expect(await students()).toHaveLength(7);
    expect(window.location.pathname).toBe(`/monitor/${SESSION_ID}`);
  });

  it('ignores a row that is older than the current one', async () => {
    await open();
    await students();
    await push('presence', live({ u1: row({ state: 'offline' }) }, 5));
    await push('presence', live({ u1: row() }, 4));
    expect(filter(/^Offline/)).toHaveTextContent('Offline3');
  });

  it('shows what to do when no students are enrolled', async () => {
    await open({ presence: {} });
    expect(await screen.findByText('No Students Enrolled')).toBeVisible();
    expect(screen.getByText('Students who join with the access code K7QX4M appear here immediately.')).toBeVisible();
  });

  it('shows that no students are online, that the class has ended, and that it is reconnecting', async () => {
    await open({ presence: { u1: row({ state: 'offline' }) } });
    expect(await screen.findByText(/^No students have been online yet/)).toBeVisible();
    await push('presence', live({ u1: row({ state: 'offline', seenAt: '2026-03-01T10:00:00Z' }) }, 6));
    expect(screen.getByText(/^No students are online\. They appear/)).toBeVisible();
    await push(
      'class',
      [{ key: 'snapshot', sequence: 60, value: { ...session, endDate: '2026-03-01T12:00:00Z' } }],
      true,
    );
    expect(screen.getByText('This class is not running. Students appear here while it is running.')).toBeVisible();
    connectionBecomes('reconnecting');
    expect(screen.getByText('Reconnecting…')).toBeVisible();
  });

  it('shows the monitor as a tab beside the gradebook', async () => {
    await open({ path: `/instructor/gradebook/${SESSION_ID}?view=monitor` });
    expect(await names()).toHaveLength(6);
    expect(screen.getByRole('link', { name: 'Monitor' })).toHaveAttribute('aria-current', 'page');
  });
});
