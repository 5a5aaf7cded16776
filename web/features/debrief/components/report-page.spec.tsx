import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HELP_CODES, PRESENCE_CODES } from '../../../../api/contracts/recording.rule.js';
import type { Recording } from '../../../../api/contracts/recording.contract.js';
import {
  CLASS_START,
  personId,
  recordedAttempt,
  sampleRecording,
  scenarioId,
} from '../../../../api/contracts/recording.fixture.js';
import { startFakeServer } from '../../../testing/fake-server.js';
import { SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { calmBrowser } from '../../../testing/leaderboard-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const at = (seconds: number): number => CLASS_START + seconds * 1_000;

/** Three students in a class of an hour: results at 60, 600 and 1,200 seconds, one help request, one bookmark. */
function recordingOf(changes: Partial<Recording> = {}): Recording {
  const { online } = PRESENCE_CODES;
  const sample = sampleRecording(3, 2, {
    presenceSince: at(1),
    steps: [[90, at(3_600), 'ended', at(3_600)]],
    attempts: [
      recordedAttempt(10, { person: 0, total: 92, arrivedAt: 60_000 }),
      recordedAttempt(20, { person: 1, scenario: 1, total: 95, arrivedAt: 600_000 }),
      recordedAttempt(30, { person: 0, scenario: 1, total: 30, flags: 0, arrivedAt: 1_200_000 }),
    ],
    states: [
      [at(5), 0, online, HELP_CODES.none, 0, null],
      [at(200), 0, online, HELP_CODES.asked, 1, null],
      [at(275), 0, online, HELP_CODES.resolved, 1, null],
    ],
    bookmarks: [[personId(9), at(1_500), 2, 'Look at this']],
  });
  const session = { ...sample.session, id: SESSION_ID, endDate: new Date(at(3_600)).toISOString() };
  return { ...sample, session, ...changes };
}

const quizzes = [
  {
    scenarioId: scenarioId(7),
    scenarioTitle: 'Orbits: Quiz',
    scenarioShortTitle: 'Quiz',
    campaignTitle: 'C',
    responses: 2,
  },
  {
    scenarioId: scenarioId(8),
    scenarioTitle: 'Unused',
    scenarioShortTitle: 'Unused',
    campaignTitle: 'C',
    responses: 0,
  },
];
const item = (number: number, fullMarks: number | null) => ({
  number,
  questionText: `Question text ${number}`,
  maxScore: 1,
  asked: 2,
  answered: 2,
  fullMarks,
  average: fullMarks,
  discrimination: null,
  options: [],
});

async function open(recording: Recording | null, view = 'report') {
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
    [`GET /api/sessions/${SESSION_ID}/quizzes`]: { body: quizzes },
    [`GET /api/scores/session/${SESSION_ID}/all/items?scenarioId=${scenarioId(7)}`]: {
      body: { attempts: 2, groupSize: null, average: 1, items: [item(2, 0.25), item(1, 1), item(3, null)] },
    },
    [`GET /api/groups/${sampleRecording(0, 0).session.groupId}/sessions`]: { body: [] },
  });
  openApp(`/instructor/gradebook/${SESSION_ID}?view=${view}`);
  return seen;
}

const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
});

it('summarizes the class', async () => {
  await open(recordingOf());
  const report = within(await screen.findByRole('article', { name: 'Class report' }));
  const fact = async (name: string) =>
    (await report.findByText(name, { selector: 'dt' })).nextElementSibling!.textContent;
  expect(await fact('Course')).toBe('Orbits');
  expect(await fact('Length')).toBe('1:00:00');
  expect(await fact('Students')).toBe('3');
  expect(await fact('Completed scenarios')).toBe('3 of 6');
  expect(await fact('Median of the averages')).toBe('D 61%');
  expect(await fact('Attempts')).toBe('3');
  const [, ...grades] = report
    .getByText('Students by the grade of their average')
    .parentElement!.querySelectorAll('li');
  expect(grades.at(-1)).toHaveTextContent('None: one student');
});

it('counts each kind of event on the timeline, and numbers the moments', async () => {
  await open(recordingOf());
  const timeline = within((await screen.findByRole('heading', { name: 'Timeline' })).parentElement!);
  expect(timeline.getByText('Results').parentElement).toHaveTextContent('Results 3');
  expect(timeline.getByText('New leader').parentElement).toHaveTextContent('New leader 2');
  expect(timeline.getByText('Open help requests').parentElement).toHaveTextContent('Open help requests 1');
  const moments = within(screen.getByRole('heading', { name: 'Moments to talk about' }).parentElement!);
  expect(moments.getAllByRole('listitem').map(({ textContent }) => textContent.replace(/\d\d:\d\d:\d\d/, ' '))).toEqual(
    [
      '1 First Last 0 handed in S0: A 92%.First result',
      '2 First Last 0 asked for help.First help request',
      '3 First Last 1 took the lead.Last change of the lead',
      '4 First Last 0 handed in S1: F 30%.First student with a result in every scenario',
      '5 Bookmark by First Last 2: Look at thisBookmark',
    ],
  );
});

it('lists who needed help where, and the hardest scenarios and questions', async () => {
  await open(recordingOf());
  expect(await rowsOf('Who needed help where')).toEqual([['First Last 0', 'S1', '1', '0:01:15']]);
  expect(await rowsOf('Hardest scenarios')).toEqual([
    ['Scenario 1Campaign 1', 'D 62%', '2', '1', '1.0', '1'],
    ['Scenario 0Campaign 0', 'A 92%', '1', '0', '1.0', '0'],
  ]);
  expect(await rowsOf('Hardest questions')).toEqual([
    ['Question text 2Orbits: Quiz, question 2', '25%', '2'],
    ['Question text 1Orbits: Quiz, question 1', '100%', '2'],
  ]);
});

it('says that help requests are not known without a recording', async () => {
  await open(recordingOf({ presenceSince: null, states: [] }));
  expect(await screen.findByText(/No presence was recorded for this class/)).toBeVisible();
  expect(await rowsOf('Hardest scenarios')).toContainEqual(['Scenario 1Campaign 1', 'D 62%', '2', '1', '1.0']);
});

it('prints the page', async () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  await open(recordingOf());
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
});

it('is opened from the debrief, and leads back to it', async () => {
  await open(recordingOf(), 'debrief');
  await userEvent.click(await screen.findByRole('link', { name: 'Report' }));
  expect(await screen.findByRole('heading', { name: 'Class report' })).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Back to the debrief' }));
  expect(await screen.findByRole('slider', { name: 'Moment of the class' })).toBeVisible();
});

it('offers another try when the recording cannot be loaded', async () => {
  await open(null);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});

it('says that a class has not started', async () => {
  const { session, ...rest } = recordingOf();
  await open({ ...rest, session: { ...session, startDate: null, endDate: null } });
  expect(await screen.findByText('This class has not started')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Print' })).not.toBeInTheDocument();
});
