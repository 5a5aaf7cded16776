import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Recording } from '../../../../api/contracts/recording.contract.js';
import { ATTEMPT_FLAGS, HELP_CODES, PRESENCE_CODES } from '../../../../api/contracts/recording.rule.js';
import {
  CLASS_START,
  personId,
  recordedAttempt,
  sampleRecording,
  scenarioId,
} from '../../../../api/contracts/recording.fixture.js';
import { push, watched } from '../../../testing/fake-live.js';
import { startFakeServer } from '../../../testing/fake-server.js';
import { SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { calmBrowser } from '../../../testing/leaderboard-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const at = (seconds: number): number => CLASS_START + seconds * 1_000;
const iso = (seconds: number): string => new Date(at(seconds)).toISOString();

/** Two students in a class of ten minutes: results at 60 and 120 seconds, help from 200 to 260 seconds, a late result. */
function recordingOf(changes: Partial<Recording> = {}): Recording {
  const { online } = PRESENCE_CODES;
  const sample = sampleRecording(2, 2, {
    presenceSince: at(1),
    steps: [[90, at(600), 'ended', at(600)]],
    attempts: [
      recordedAttempt(10, { person: 0, total: 92, arrivedAt: 60_000 }),
      recordedAttempt(20, { person: 1, scenario: 1, total: 95, arrivedAt: 120_000 }),
      recordedAttempt(30, { person: 0, scenario: 1, total: 70, arrivedAt: 500_000, completedAt: 300_000 }),
    ],
    states: [
      [at(5), 0, online, HELP_CODES.none, 0, null],
      [at(200), 0, online, HELP_CODES.asked, 1, null],
      [at(260), 0, online, HELP_CODES.resolved, 1, null],
      [at(400), 0, PRESENCE_CODES.offline, HELP_CODES.none, null, null],
    ],
    bookmarks: [[personId(9), at(150), 1, 'Look at this']],
  });
  return { ...sample, session: { ...sample.session, id: SESSION_ID, endDate: iso(600) }, ...changes };
}

async function open(recording: Recording | null, search = '', answers: Parameters<typeof startFakeServer>[0] = {}) {
  freshBrowser();
  signedInAs('mara');
  calmBrowser();
  const seen = await startFakeServer({
    ...answersFor('Instructor', 'mara'),
    [`GET /api/sessions/${SESSION_ID}`]: { body: { id: SESSION_ID, name: 'Class 1', groupId: 'g1' } },
    [`GET /api/sessions/${SESSION_ID}/recording`]: recording
      ? { body: recording }
      : { status: 503, body: { title: 'Down', status: 503 } },
    [`GET /api/sessions/${SESSION_ID}/debrief`]: { body: { releasedAt: null } },
    'GET /api/courses/catalogue/headers': { body: [] },
    [`GET /api/groups/${sampleRecording(0, 0).session.groupId}/sessions`]: { body: [] },
    ...answers,
  });
  openApp(`/instructor/gradebook/${SESSION_ID}?view=debrief${search}`);
  return seen;
}

const slider = () => screen.findByRole('slider', { name: 'Moment of the class' });
const moment = () => screen.getByRole('slider', { name: 'Moment of the class' }).getAttribute('aria-valuetext');
/** Waits until the time bar says this. */
const says = async (text: string | RegExp) => {
  await slider();
  await waitFor(() => expect(moment()).toMatch(text));
};
const press = async (key: string, options = {}) => fireEvent.keyDown(await slider(), { key, ...options });

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
});

it('moves by the keyboard, and says time and event in words', async () => {
  await open(recordingOf(), `&at=${iso(61)}`);
  await says(/, 0:01:01 after the start, First Last 0 took the lead\.$/);
  await press('ArrowRight');
  await says('0:01:11 after the start');
  await press('ArrowRight', { shiftKey: true });
  await says('First Last 1 took the lead.');
  await press('PageDown');
  await says('0:00:00 after the start');
});

it('moves to where the slider is dragged, and pauses', async () => {
  await open(recordingOf(), `&at=${iso(61)}`);
  const from = Number(((await slider()) as HTMLInputElement).value);
  await userEvent.click(screen.getByRole('button', { name: 'Play' }));
  fireEvent.input(await slider(), { target: { value: String(from + 30_000) } });
  expect(await screen.findByRole('button', { name: 'Play' })).toBeVisible();
  await says('0:01:31 after the start');
});

it('jumps from marker to marker, without those that are filtered', async () => {
  await open(recordingOf(), `&at=${iso(125)}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Next marker' }));
  await says('Bookmark by First Last 1: Look at this');
  await userEvent.click(screen.getByRole('button', { name: 'Next marker' }));
  await says('First Last 0 asked for help.');
  await userEvent.click(screen.getByRole('button', { name: 'Choose markers' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Bookmark (1)' }));
  await userEvent.click(screen.getByRole('button', { name: 'Previous marker' }));
  await says('First Last 1 took the lead.');
});

it('keeps the moment in the address', async () => {
  await open(recordingOf());
  await press('PageDown');
  await waitFor(() => expect(new URLSearchParams(window.location.search).get('at')).toBe(iso(300).replace('.000', '')));
});

it('shows the gradebook of the moment', async () => {
  await open(recordingOf(), `&show=gradebook&at=${iso(61)}`);
  expect(await screen.findByRole('grid', { name: 'Gradebook for Orbits' })).toBeVisible();
});

it('shows the board of the moment, in the order of arrival or of completion', async () => {
  await open(recordingOf(), `&show=board&at=${iso(301)}`);
  const places = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  await screen.findByRole('table');
  expect(places()).toEqual(['1student1195', '2student0192']);
  await userEvent.selectOptions(screen.getByLabelText('Order of results'), 'As it happened');
  await waitFor(() => expect(places()).toEqual(['1student02162', '2student1195']));
});

it('shows the monitor of the moment, with the time in its scenario then', async () => {
  await open(recordingOf(), `&show=monitor&at=${iso(230)}`);
  const list = within(await screen.findByRole('table', { name: 'Students' }));
  const row = await list.findByRole('row', { name: /First Last 0/ });
  expect(row).toHaveTextContent('OnlineNeeds help (30 s)S130 s');
  expect(screen.queryByRole('button', { name: /On my way/ })).not.toBeInTheDocument();
});

it('tells each event of a lane by the keyboard, and goes to it', async () => {
  await open(recordingOf());
  const lanes = await screen.findByRole('slider', { name: 'Lanes' });
  fireEvent.keyDown(lanes, { key: 'ArrowDown' });
  expect(lanes).toHaveAttribute('aria-valuetext', expect.stringContaining('First Last 0: 2 results, B 81%'));
  fireEvent.keyDown(lanes, { key: 'ArrowRight' });
  expect(lanes).toHaveAttribute('aria-valuetext', expect.stringMatching(/^First Last 0\. In S0, /));
  fireEvent.keyDown(lanes, { key: 'ArrowRight' });
  expect(lanes).toHaveAttribute('aria-valuetext', expect.stringMatching(/^First Last 0\. S0: A 92%, /));
  fireEvent.keyDown(lanes, { key: 'Enter' });
  await says('0:01:00 after the start');
});

it('lists the same events as a table, for the class or one student', async () => {
  await open(recordingOf(), `&show=table&at=${iso(300)}`);
  const table = within(await screen.findByRole('table', { name: /Events of the class/ }));
  expect(table.getByText('First Last 0 handed in S0: A 92%.')).toBeVisible();
  expect(table.queryByText(/It arrived late/)).not.toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('Student'), 'First Last 0');
  expect(screen.getByText(/^Asked for help, /)).toBeVisible();
});

it('compares with another class at the same time after its start', async () => {
  const { session, ...rest } = recordingOf();
  const other = { ...session, id: personId(90), name: 'Class 0' };
  const ghost = sampleRecording(1, 2, { attempts: [recordedAttempt(10, { total: 33, arrivedAt: 90_000 })] });
  await open({ session, ...rest }, `&show=board&at=${iso(61)}`, {
    [`GET /api/groups/${session.groupId}/sessions`]: { body: [session, other] },
    [`GET /api/sessions/${other.id}/recording`]: { body: { ...ghost, session: other } },
  });
  expect(await screen.findByLabelText('Compare with')).toBeDisabled();
  await screen.findByRole('option', { name: 'Class 0' });
  await userEvent.selectOptions(screen.getByLabelText('Compare with'), 'Class 0');
  expect(await screen.findByText('Class 0 had no points at this time')).toBeVisible();
  await press('PageUp');
  const places = within(await screen.findByRole('region', { name: 'Class 0 at this time' }));
  expect(await places.findByRole('row', { name: '1 student0 1 33' })).toBeVisible();
});

it('continues a running class by its topics', async () => {
  const recording = recordingOf({
    presenceSince: null,
    steps: recordingOf().steps.filter(([, , kind]) => kind !== 'ended'),
  });
  await open({ ...recording, session: { ...recording.session, endDate: null } }, `&show=board`);
  expect(await screen.findByText(/No presence was recorded/)).toBeVisible();
  await waitFor(() => expect(watched()).toContain(`recording ${SESSION_ID}`));
  expect(watched()).toContain(`recorded-states ${SESSION_ID}`);
  const [, , , ...figures] = recordedAttempt(2_000_000, {
    total: 100,
    arrivedAt: 590_000,
    flags: ATTEMPT_FLAGS.passed + ATTEMPT_FLAGS.compete,
  });
  const attempt = [2_000_000, personId(1), scenarioId(0), ...figures];
  await push('recording', [{ key: '2000000', sequence: 2_000_000, value: { kind: 'attempt', attempt } }]);
  expect(await screen.findByRole('row', { name: /1 student1 2 195/ })).toBeVisible();
});

describe('a class whose debrief is open', () => {
  const ended = recordingOf();
  const { session } = ended;
  const steps = ended.steps.filter(([, , kind]) => kind !== 'ended');
  const running: Recording = { ...ended, steps, session: { ...session, endDate: null } };
  const planned: Recording = { ...running, steps: [], session: { ...running.session, startDate: null } };
  const nowButton = () => screen.queryByRole('button', { name: /^(Now|Live)$/ });

  /** Opens the debrief of a class, which then changes by a step. */
  async function change(before: Recording, after: Recording, ...step: [kind: string, time?: number]) {
    let recording = before;
    await open(null, '', { [`GET /api/sessions/${SESSION_ID}/recording`]: () => ({ body: recording }) });
    await waitFor(() => expect(watched()).toContain(`recording ${SESSION_ID}`));
    const isRunning = before.session.startDate !== null && before.session.endDate === null;
    await waitFor(() => expect(nowButton() !== null).toBe(isRunning));
    recording = { ...after, sequence: 2_000_000 };
    const row = { kind: 'step', step: [2_000_000, at(600), ...step] };
    await push('recording', [{ key: '2000000', sequence: 2_000_000, value: row }]);
  }

  it('ends at its end', async () => {
    await change(running, ended, 'ended', at(600));
    await waitFor(() => expect(nowButton()).toBeNull());
    await says('0:10:00 after the start');
  });

  it('follows the present after it was resumed', async () => {
    await change(ended, running, 'resumed');
    expect(await screen.findByRole('button', { name: 'Live' })).toBeVisible();
  });

  it('is shown from its start on', async () => {
    await change(planned, running, 'started', at(0));
    expect(await slider()).toBeVisible();
  });
});

it('says that a class has not started, and offers another try after a failure', async () => {
  const { session, ...rest } = recordingOf();
  await open({ ...rest, session: { ...session, startDate: null, endDate: null } });
  expect(await screen.findByText('This class has not started')).toBeVisible();
  await act(async () => undefined);
});

it('offers another try when the recording cannot be loaded', async () => {
  await open(null);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});
