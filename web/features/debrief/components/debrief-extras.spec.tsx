import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EarlierProgress } from '../../../../api/contracts/class-progress.contract.js';
import {
  attemptId,
  CLASS_START,
  recordedAttempt,
  sampleRecording,
} from '../../../../api/contracts/recording.fixture.js';
import { startFakeServer } from '../../../testing/fake-server.js';
import { SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { calmBrowser } from '../../../testing/leaderboard-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const END = new Date(CLASS_START + 600_000).toISOString();
const DEBRIEF = `/api/sessions/${SESSION_ID}/debrief`;

const sample = sampleRecording(2, 2, {
  attempts: [
    recordedAttempt(10, { person: 0, arrivedAt: 60_000 }),
    recordedAttempt(20, { person: 1, arrivedAt: 120_000 }),
    recordedAttempt(30, { person: 1, scenario: 1, arrivedAt: 300_000 }),
  ],
});
const recording = { ...sample, session: { ...sample.session, id: SESSION_ID, endDate: END } };
const earlier: EarlierProgress = { classes: 4, missing: 0, minutes: 20, steps: [[4, 0, 1, 2]] };

async function open(search: string, progress = earlier) {
  freshBrowser();
  signedInAs('mara');
  calmBrowser();
  const seen = await startFakeServer({
    ...answersFor('Instructor', 'mara'),
    [`GET /api/sessions/${SESSION_ID}`]: { body: { id: SESSION_ID, name: 'Class 1', groupId: 'g1' } },
    [`GET /api/sessions/${SESSION_ID}/recording`]: { body: recording },
    [`GET /api/sessions/${SESSION_ID}/earlier-progress`]: { body: progress },
    [`GET ${DEBRIEF}`]: { body: { releasedAt: null } },
    [`PUT ${DEBRIEF}`]: { body: { releasedAt: END } },
    [`GET /api/groups/${recording.session.groupId}/sessions`]: { body: [] },
  });
  openApp(`/instructor/gradebook/${SESSION_ID}?view=debrief${search}`);
  return seen;
}

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
});

it('compares the progress of the class with that of the earlier ones, in words', async () => {
  await open(`&show=progress&at=${new Date(CLASS_START + 310_000).toISOString()}`);
  const progress = await screen.findByRole('region', { name: 'Progress' });
  await waitFor(() =>
    expect(progress).toHaveTextContent(
      'After 5 minutes, the median student had completed 1 scenarios, and the middle half 1 to 2. ' +
        'In 4 earlier classes of this course the median was 1, and the middle half 0 to 2.',
    ),
  );
});

it('says how many classes are missing for the comparison', async () => {
  await open('&show=progress', { classes: 1, missing: 2, minutes: 0, steps: [] });
  expect(await screen.findByText(/after 2 more classes of this course have ended\./)).toBeVisible();
});

it('releases the debrief to the students', async () => {
  const seen = await open('');
  await userEvent.click(await screen.findByRole('switch', { name: /Debrief for students/ }));
  expect(await screen.findByText('Students can see their own debrief.')).toBeVisible();
  expect(seen).toContainEqual(expect.objectContaining({ method: 'PUT', path: DEBRIEF, body: { released: true } }));
});

it('links to a flight with the shown moment, to which the replay returns', async () => {
  const moment = '2026-03-02T09:08:00Z';
  await open(`&show=table&at=${moment}`);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Student' }), 'First Last 0');
  const [link] = await screen.findAllByRole('link', { name: 'See the flight' });
  expect(new URLSearchParams(link!.getAttribute('href')!.split('?')[1]).get('replay-at')).toBe(moment);
});

it('links to the flights of a student, alone and with a flight of another student in the same scenario', async () => {
  await open('&show=table');
  const choose = async (student: string) => {
    const select = await screen.findByRole('combobox', { name: 'Student' });
    await userEvent.selectOptions(select, within(select).getByRole('option', { name: student }));
  };
  const names = within(await screen.findByRole('table')).getAllByText(/handed in/);
  const [first, second] = [names.at(-1)!, names.at(0)!].map(({ textContent }) => textContent.split(' handed in')[0]!);
  await choose(first!);
  const address = (...ids: string[]) => `/play?replay-class=${SESSION_ID}&replay-flights=${ids.join('.')}`;
  expect(await screen.findByRole('link', { name: 'See the flight' })).toHaveAttribute('href', address(attemptId(10)));
  await userEvent.click(screen.getByRole('button', { name: 'Keep to compare' }));
  await choose(second!);
  const both = await screen.findAllByRole('link', { name: 'See both flights' });
  expect(both.map((link) => link.getAttribute('href'))).toEqual([address(attemptId(20), attemptId(10))]);
});
