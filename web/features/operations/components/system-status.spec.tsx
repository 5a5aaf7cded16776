import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeadLetters } from '../../../../api/contracts/dead-letter.contract.js';
import type { SystemStatus } from '../../../../api/contracts/system-status.contract.js';
import { openAdmin } from '../../../testing/admin-fixture.js';
import { problem } from '../../../testing/fake-server.js';
import { aLetter, aNode, aReader, aStatus } from '../../../testing/status-fixture.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const NOW = new Date('2026-03-02T12:00:05Z');
const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const STATUS = 'GET /api/system/status';
const LETTERS = 'GET /api/system/dead-letters';
const REPLAY = 'POST /api/system/dead-letters/replay';

/** Responses of the server; tests change them while the page is open. */
interface Responses {
  status: SystemStatus | null;
  letters: DeadLetters['letters'];
  jobsKnown: boolean;
}

async function openSystem(more: Partial<Responses> = {}, answers: Parameters<typeof openAdmin>[2] = {}) {
  const responses: Responses = { status: aStatus(), letters: [], jobsKnown: true, ...more };
  const seen = await openAdmin('/admin/system', 'SystemAdmin', {
    [STATUS]: () => (responses.status ? { body: responses.status } : problem(503, 'Later')),
    [LETTERS]: () => ({
      body: { letters: responses.letters, total: responses.letters.length, jobsKnown: responses.jobsKnown },
    }),
    [REPLAY]: { status: 202, body: {} },
    ...answers,
  });
  return { responses, replays: () => seen.filter(({ path }) => path.endsWith('/replay')).map(({ body }) => body) };
}

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  jest.useFakeTimers({ now: NOW, doNotFake: ['requestAnimationFrame', 'queueMicrotask'] });
});
afterEach(() => jest.useRealTimers());

describe('the status section', () => {
  it('is below the banner, and shows that all systems are operational', async () => {
    await openSystem();
    const status = await section('STATUS');
    expect(await status.findByText('All systems operational')).toBeVisible();
    const names = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 });
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'BANNER MESSAGE',
      'QUIZ ANSWERS',
      'STATUS',
      'DEAD LETTERS',
    ]);
    expect(status.getByText('responds in 1.2 ms', { exact: false })).toBeVisible();
    expect(status.getByText(/1 waiting, 2 delayed, 3 active, 0 failed, 45 done/)).toBeVisible();
    expect(status.getByText(/queue is empty/)).toBeVisible();
    expect(status.queryByText('Stripe')).not.toBeInTheDocument();
  });

  it('shows every node, the leader, and the last minutes as curves', async () => {
    await openSystem();
    const nodes = within(await (await section('STATUS')).findByRole('list', { name: 'Nodes' }));
    const [alpha, beta] = nodes.getAllByRole('listitem');
    expect(within(alpha!).getByRole('heading', { name: 'alpha:7' })).toBeVisible();
    expect(within(alpha!).getByText('32 (2 without a session)')).toBeVisible();
    expect(within(alpha!).getByText('180 ms')).toBeVisible();
    expect(within(alpha!).queryByText('Leader')).not.toBeInTheDocument();
    expect(within(beta!).getByText('Leader')).toBeVisible();
    expect(alpha).toHaveTextContent('Push latency (p95)');
    // Clients do not connect to workers.
    expect(beta).not.toHaveTextContent(/Live connections|Push/);
    const asOf = await (await section('STATUS')).findByText(/^As of .*, reported by$/);
    expect(asOf).toHaveTextContent(/reported by alpha:7$/);
    const push = within(alpha!).getByRole('img', { name: 'Push over the last five minutes: at most 180 ms' });
    expect(push.parentElement).toHaveTextContent('500 ms0 ms5 min agonow');
  });

  it('shows only one node as leader after the previous leader has died', async () => {
    const worker = { roles: ['worker' as const], leadingSince: '2026-03-02T11:00:00.000Z' };
    const nodes = [
      aNode({ ...worker, id: 'n2', host: 'beta', seenSecondsAgo: 40 }),
      aNode({ ...worker, id: 'n3', host: 'gamma', leadingSince: '2026-03-02T11:59:30.000Z' }),
    ];
    await openSystem({ status: aStatus({ nodes, leader: { nodeId: 'n3', epoch: 4 } }) });
    const list = within(await (await section('STATUS')).findByRole('list', { name: 'Nodes' }));
    const [beta, gamma] = list.getAllByRole('listitem');
    expect(beta).toHaveTextContent('No heartbeat for 40 s');
    expect(beta).not.toHaveTextContent(/leader/i);
    expect(gamma).toHaveTextContent(/Leader.*leader since/);
  });

  it('draws the lag of each read model, and the progress of a rebuild', async () => {
    const behind = aReader('gradebook', { lagEvents: 1_200, lagSeconds: 75, parkedEvents: 1, stalledSeconds: 70 });
    const rebuilt = aReader('courses', { rebuild: { events: 500, of: 2_000 } });
    await openSystem({ status: aStatus({ readers: [behind, rebuilt] }) });
    const readers = within(await (await section('STATUS')).findByRole('list', { name: 'Read models' }));
    const [gradebook, courses] = readers.getAllByRole('listitem');
    expect(gradebook).toHaveTextContent('1,200 events, 1 min behind');
    expect(gradebook).toHaveTextContent('1 event skipped');
    expect(gradebook).toHaveTextContent('No progress for 1 min');
    expect(
      within(gradebook!).getByRole('img', { name: 'Lag over the last five minutes: now 0 s, at most 1.5 s' }),
    ).toBeVisible();
    expect(courses).toHaveTextContent('Up to date');
    expect(within(courses!).getByRole('progressbar', { name: 'Rebuild of Courses' })).toHaveValue(500);
    expect(courses).toHaveTextContent('Rebuilt 500 of 2,000 events');
  });

  it('describes problems and their remedies, worst first', async () => {
    const nodes = [aNode({ seenSecondsAgo: 40 })];
    await openSystem({ status: aStatus({ leader: null, nodes, jobs: 'unknown', jobStore: 'Redis' }) });
    const status = await section('STATUS');
    const [first, ...others] = within(await status.findByRole('list', { name: 'Problems' })).getAllByRole('listitem');
    expect(first).toHaveTextContent(/Error.*No active leader.*Start a worker/);
    expect(others.map(({ textContent }) => textContent).join()).toMatch(/alpha:7 has sent no heartbeat for 40 s/);
    expect(status.getByText('No heartbeat for 40 s')).toBeVisible();
    expect(status.getByText('Jobs in Redis').parentElement).toHaveTextContent('Needs attention no response');
  });

  it.each([
    [{}, 'Up Relative Motion 1.2 (build Build), engine version 2021.3.5f1, 12 MB, Brotli'],
    [
      { productName: '', productVersion: '', engineVersion: null, storedBytes: 870_900, packings: ['none' as const] },
      'Up Build, engine version unknown, 871 kB, not compressed',
    ],
    [
      { packings: ['gzip' as const, 'none' as const], hasFallback: true, needsIsolation: true },
      '12 MB, gzip and not compressed, decompressed by its own loader, needs cross-origin isolation',
    ],
  ])('describes the game build: %j', async (more, words) => {
    const { game } = aStatus();
    if (game === 'unknown') throw new Error('The fixture has a build.');
    await openSystem({ status: aStatus({ game: { build: { ...game.build!, ...more }, problem: null } }) });
    expect((await (await section('STATUS')).findByText('Game')).parentElement).toHaveTextContent(words);
  });

  it('explains why there is no game, and what to do', async () => {
    const problem = 'UNITY_BUILD_DIR (/game) contains no Unity build: set it to the folder that Unity exported.';
    await openSystem({ status: aStatus({ game: { build: null, problem } }) });
    const status = await section('STATUS');
    expect(await status.findByText(problem)).toBeVisible();
    expect(status.getByText('Game').parentElement).toHaveTextContent('Error no build installed');
  });

  it('shows which values could not be loaded', async () => {
    const unknown = { nodes: 'unknown', readers: 'unknown', databaseMs: 'unknown', game: 'unknown' } as const;
    await openSystem({ status: aStatus({ ...unknown, queues: [] }) });
    const status = await section('STATUS');
    expect(await status.findByText('The list of nodes could not be loaded in time.')).toBeVisible();
    expect(status.getByText('The lag of readers could not be loaded in time.')).toBeVisible();
    expect(status.getByText('Mail').parentElement).toHaveTextContent('Unknown');
    expect(status.getByText('Game').parentElement).toHaveTextContent('Unknown loading');
  });

  it('refreshes automatically, and shows when its data is outdated', async () => {
    const { responses } = await openSystem();
    const status = await section('STATUS');
    expect(await status.findByText('All systems operational')).toBeVisible();
    responses.status = aStatus({ leader: null });
    await pass(5_000);
    expect(await status.findByText(/^No active leader/)).toBeVisible();
    responses.status = null;
    await pass(5_000);
    expect(await status.findByText(/^The server is not responding. This is the status of/)).toBeVisible();
    expect(status.getByText(/^No active leader/)).toBeVisible();
    responses.status = aStatus();
    await pass(5_000);
    expect(await status.findByText('All systems operational')).toBeVisible();
    expect(status.queryByText(/is not responding/)).not.toBeInTheDocument();
  });

  it('offers to retry after a failed load', async () => {
    const { responses } = await openSystem({ status: null });
    const status = await section('STATUS');
    expect(await status.findByText('The status could not be loaded.')).toBeVisible();
    responses.status = aStatus();
    await user.click(status.getByRole('button', { name: 'Load the status again' }));
    expect(await status.findByText('All systems operational')).toBeVisible();
  });
});

describe('the list of dead letters', () => {
  it('shows that there are none', async () => {
    await openSystem();
    expect(await (await section('DEAD LETTERS')).findByText('No dead letters.')).toBeVisible();
  });

  it('explains each one, and rebuilds a read model after a confirmation', async () => {
    const { responses, replays } = await openSystem({ letters: [aLetter({ events: 3 })] });
    const list = await section('DEAD LETTERS');
    expect(
      await list.findByText(
        "3 events are missing in students' attempts, gradebooks, leaderboards and quiz responses. Everything else is up to date.",
      ),
    ).toBeVisible();
    expect(list.getByText(/a value does not fit its column/)).toBeVisible();
    expect(list.getByText(/^ScoreSubmitted, number 0 of attempt-.*, and 2 later events$/)).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Rebuild: Attempts' }));
    const asked = () => within(screen.getByRole('dialog', { name: 'Rebuild: Attempts?' }));
    expect(asked().getByText(/built from the whole log and replaces the current one/)).toBeVisible();
    await user.click(asked().getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(replays()).toEqual([]);
    await user.click(list.getByRole('button', { name: 'Rebuild: Attempts' }));
    responses.letters = [aLetter({ events: 3, replaying: true })];
    await user.click(asked().getByRole('button', { name: 'Rebuild' }));
    expect(await screen.findByText('Rebuild requested.')).toBeInTheDocument();
    expect(replays()).toEqual([{ kind: 'projection', reader: 'attempts' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await list.findByText('Rebuilding')).toBeVisible();
    responses.letters = [];
    await pass(5_000);
    expect(await list.findByText('No dead letters.')).toBeInTheDocument();
  });

  it.each([
    [
      { kind: 'reactor', reader: 'password-mails', id: 'e1' },
      'Run again: Password mails',
      'A mail about a password is not sent.',
    ],
    [{ kind: 'job', reader: 'send-mail', id: 'j1', stream: null }, 'Run again: Send mail', /stored in the outbox/],
  ] as const)('replays the kind %j', async (letter, button, affects) => {
    const { replays } = await openSystem({ letters: [aLetter(letter)] });
    const list = await section('DEAD LETTERS');
    expect(await list.findByText(affects)).toBeVisible();
    await user.click(list.getByRole('button', { name: button }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Run again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const { kind, reader, id } = letter;
    expect(replays()).toEqual([kind === 'job' ? { kind, id } : { kind, reader, id }]);
  });

  it('shows in the dialog why a replay was rejected', async () => {
    await openSystem({ letters: [aLetter()] }, { [REPLAY]: problem(404, 'There is no such read model.') });
    const list = await section('DEAD LETTERS');
    await user.click(await list.findByRole('button', { name: 'Rebuild: Attempts' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Rebuild' }));
    expect(await dialog.findByText('There is no such read model.')).toBeVisible();
  });

  it('shows that failed jobs are unknown, or that the list could not be loaded', async () => {
    const { responses } = await openSystem({ jobsKnown: false });
    const list = await section('DEAD LETTERS');
    expect(await list.findByText('The job store is not responding. Failed jobs are not shown.')).toBeVisible();
    responses.jobsKnown = true;
    await pass(5_000);
    await waitFor(() => expect(list.queryByText(/Failed jobs are not shown/)).not.toBeInTheDocument());
  });
});
