import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Leaderboard } from '../../../../api/contracts/leaderboard.contract.js';
import type { OwnAnswers, OwnAttempt, OwnClassResults, OwnResult } from '../../../../api/contracts/results.contract.js';
import { push } from '../../../testing/fake-live.js';
import { problem, startFakeServer } from '../../../testing/fake-server.js';
import { SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs, USER_ID } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const RESULTS = 'GET /api/users/me/results?limit=5&offset=0';
const BOARD = `GET /api/scores/leaderboard/${SESSION_ID}/all?limit=1`;

const attempt = (attemptId: string, changes: Partial<OwnAttempt> = {}): OwnAttempt => ({
  attemptId,
  totalScore: 920,
  maxTotalScore: 1_000,
  questionsScore: 0,
  maxQuestionsScore: 0,
  passed: true,
  original: null,
  late: false,
  level: 'Witnessed',
  setAside: null,
  best: false,
  questions: 0,
  startedAt: '2026-03-01T10:00:00Z',
  time: '2026-03-01T10:05:00Z',
  ...changes,
});
const resultOf = (changes: Partial<OwnResult> = {}): OwnResult => ({
  total: 0,
  maxTotal: 1_000,
  questions: 0,
  maxQuestions: 0,
  passed: true,
  original: null,
  ...changes,
});
const classOf = (changes: Partial<OwnClassResults> = {}): OwnClassResults => ({
  session: {
    id: SESSION_ID,
    name: 'Operations 101 - Class 3',
    courseName: 'Operations 101',
    startDate: '2026-03-01T09:00:00Z',
    endDate: null,
  },
  grading: { count: 'All', attempts: 'Best', passMark: null },
  answersReleasedAt: null,
  debriefReleasedAt: null,
  scenarios: [
    {
      scenarioId: 's1',
      scenarioTitle: 'Safe Retreat',
      scenarioType: 'Default',
      campaignTitle: 'Contested Orbits',
      attemptCount: 23,
      result: resultOf({ total: 920 }),
      decisions: [],
      attempts: [
        attempt('a3', { late: true, totalScore: 990 }),
        attempt('a2', { totalScore: 100, passed: false }),
        attempt('a1', { best: true }),
      ],
    },
    {
      scenarioId: 's2',
      scenarioTitle: 'Foundations Check',
      scenarioType: 'Quiz',
      campaignTitle: 'Basics',
      attemptCount: 1,
      result: resultOf({ maxTotal: 0, questions: 10, maxQuestions: 40 }),
      decisions: [],
      attempts: [
        attempt('q1', {
          best: true,
          totalScore: 0,
          maxTotalScore: 0,
          questionsScore: 10,
          maxQuestionsScore: 40,
          questions: 2,
        }),
      ],
    },
  ],
  ...changes,
});
const me = {
  rank: 3,
  userId: USER_ID,
  userName: 'mara',
  name: null,
  organizationName: null,
  score: 1_240,
  totalScore: 1_240,
  questionsScore: 0,
  scenariosPassed: 2,
  achievedAt: '2026-03-01T10:05:00Z',
};
const boardOf = (changes: Partial<Leaderboard> = {}): Leaderboard => ({
  topScores: [],
  me,
  around: [],
  viewerId: USER_ID,
  version: 1,
  frozenAt: null,
  ...changes,
});

type Answers = Parameters<typeof startFakeServer>[0];

async function open(classes: OwnClassResults[], answers: Answers = {}, total = classes.length) {
  freshBrowser();
  signedInAs('mara');
  const seen = await startFakeServer({
    ...answersFor('User', 'mara'),
    [RESULTS]: { body: { classes, total } },
    [BOARD]: { body: boardOf() },
    ...answers,
  });
  openApp('/results');
  await screen.findByRole('heading', { name: 'My results' });
  return seen;
}
const attempts = async (title: string) =>
  within(await screen.findByRole('list', { name: `Attempts of ${title}` })).getAllByRole('listitem');

it('lists own attempts with grade, points and the attempt that counts', async () => {
  await open([classOf()]);
  expect(await screen.findByRole('region', { name: 'Operations 101 - Class 3' })).toHaveTextContent('Running');
  const texts = (await attempts('Safe Retreat')).map((each) => each.textContent);
  expect(texts).toEqual([
    expect.stringMatching(/^A\+ 99%990 of 1000 points.*2026.*Late, not counted$/),
    expect.stringMatching(/^F 10%100 of 1000 points.*Not passed$/),
    expect.stringMatching(/^A 92%920 of 1000 points.*Best attempt$/),
  ]);
  expect(screen.getByText('20 older attempts are not listed.')).toBeVisible();
  expect((await attempts('Foundations Check'))[0]).toHaveTextContent(/^F 25%10 of 40 question points/);
});

it('shows the own rank when the board shows it, and whether the board is frozen', async () => {
  await open([classOf()], { [BOARD]: { body: boardOf({ frozenAt: '2026-03-01T10:10:00Z' }) } });
  const place = await screen.findByRole('link', { name: 'Rank 3 with 1,240 points' });
  expect(place).toHaveAttribute('href', `/leaderboard/${SESSION_ID}`);
  expect(place.parentElement).toHaveTextContent('Frozen');
});

it('shows the results without a rank when the board shows none', async () => {
  const seen = await open([classOf()], { [BOARD]: problem(404, 'The class was not found.') });
  await attempts('Safe Retreat');
  await waitFor(() => expect(seen.some(({ path }) => path.startsWith('/api/scores/leaderboard'))).toBe(true));
  expect(screen.queryByText(/^Rank/)).not.toBeInTheDocument();
  expect(window.location.pathname).toBe('/results');
});

it('offers no answers until the instructor has released them', async () => {
  await open([classOf()]);
  expect(await screen.findByText('Your instructor has not released the answers of this class.')).toBeVisible();
  expect(screen.queryByText(/^Answers to/)).not.toBeInTheDocument();
});

it('shows released answers with explanations', async () => {
  const answers: OwnAnswers = {
    attemptId: 'q1',
    answersReleasedAt: '2026-03-01T12:00:00Z',
    questions: [
      {
        questionText: 'What is a burn?',
        score: 0,
        maxScore: 10,
        answers: [
          { answerText: 'A fire', answered: true, correct: false },
          { answerText: 'A manoeuvre', answered: false, correct: true },
        ],
        explanation: 'A burn changes the velocity.',
      },
      { questionText: 'How was it?', score: 0, maxScore: null, answers: [] },
    ],
  };
  const seen = await open([classOf({ answersReleasedAt: '2026-03-01T12:00:00Z' })], {
    'GET /api/users/me/results/q1': { body: answers },
  });
  const summary = await screen.findByText('Answers to 2 questions');
  expect(seen.some(({ path }) => path.endsWith('/q1'))).toBe(false);
  await userEvent.click(summary);
  expect(await screen.findByText('A burn changes the velocity.')).toBeVisible();
  expect(screen.getByText(/A fire/)).toHaveTextContent('✗ A fire chosen, wrong');
  expect(screen.getByText(/A manoeuvre/)).toHaveTextContent('○ A manoeuvre not chosen, correct');
  expect(screen.getByText('Not graded')).toBeVisible();
});

it('links to the debrief once it is released', async () => {
  await open([classOf()]);
  await attempts('Safe Retreat');
  expect(screen.queryByRole('link', { name: /^My debrief/ })).not.toBeInTheDocument();
  await open([classOf({ debriefReleasedAt: '2026-03-01T12:00:00Z' })]);
  const link = await screen.findByRole('link', { name: 'My debrief of Operations 101 - Class 3' });
  expect(link).toHaveAttribute('href', `/results/${SESSION_ID}`);
});

it('shows what to do when there are no results', async () => {
  await open([]);
  expect(await screen.findByText('You have no results yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the play area' })).toHaveAttribute('href', '/play');
});

it('lists a class without attempts, and attempts outside a class', async () => {
  const [scenario] = classOf().scenarios;
  await open([classOf({ scenarios: [] }), classOf({ session: null, scenarios: [scenario!] })]);
  expect(await screen.findByText(/^You have no attempts in this class yet/)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Outside a class' })).toHaveTextContent(
    'These results do not count toward a class.',
  );
});

it('pages, and loads again on request after a failure', async () => {
  const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  let works = false;
  await open(
    [classOf()],
    {
      'GET /api/users/me/results?limit=5&offset=5': () =>
        works ? { body: { classes: [classOf({ session: null })], total: 6 } } : problem(429, 'Too many requests.'),
    },
    6,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(window.location.search).toBe('?page=2'));
  expect(scrolled).toHaveBeenCalledWith({ top: 0 });
  works = true;
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Outside a class' })).toBeVisible();
});

it('is linked from the account page', async () => {
  freshBrowser();
  signedInAs('mara');
  await startFakeServer({ ...answersFor('User', 'mara'), [RESULTS]: { body: { classes: [], total: 0 } } });
  openApp('/account');
  await userEvent.click(await screen.findByRole('link', { name: 'My results' }));
  expect(await screen.findByText('You have no results yet')).toBeVisible();
});

it('shows what staff decided, also about a scenario without attempts', async () => {
  const at = '2026-03-01T10:00:00Z';
  const none = { points: null, maximum: null, at };
  const scenario = {
    scenarioId: 's1',
    scenarioTitle: 'Safe Retreat',
    scenarioType: 'Default',
    campaignTitle: '',
  } as const;
  const decisions = [
    { kind: 'Comment' as const, ...none, reason: 'Well flown.' },
    { kind: 'Points' as const, ...none, points: 7, maximum: 10, reason: 'The simulator stopped.' },
  ];
  const result = resultOf({ total: 7, maxTotal: 10 });
  await open([classOf({ scenarios: [{ ...scenario, attemptCount: 0, attempts: [], result, decisions }] })]);
  const list = within(await screen.findByRole('list', { name: 'Decisions about Safe Retreat' }));
  const texts = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts[0]).toContain('Comment of your instructor: Well flown.');
  expect(texts[1]).toContain('Your instructor set your points: 7 of 10. The simulator stopped.');
  expect(screen.getByText('Result').parentElement).toHaveTextContent('ResultC 70%7 of 10 pointsPassed');
});

it('shows the result that counts and the original points where decisions changed it', async () => {
  const [scenario] = classOf().scenarios;
  const original = { points: 920, maximum: 1_000, passed: true };
  const regraded = attempt('a1', { best: true, totalScore: 500, passed: false, original });
  const result = resultOf({ total: 400, passed: false, original });
  await open([classOf({ scenarios: [{ ...scenario!, attempts: [regraded], result }] })]);
  const shown = (await screen.findByText('Result')).parentElement;
  expect(shown).toHaveTextContent('ResultF 40%400 of 1000 pointsNot passedOriginally 920 of 1000 points, passed');
  expect((await attempts('Safe Retreat'))[0]).toHaveTextContent(/^F 50%500 of 1000 points.*Originally 920 of 1000/);
});

it('shows no result beside the attempt that it is of, and says when nothing counts', async () => {
  await open([classOf()]);
  await attempts('Safe Retreat');
  expect(screen.queryByText('Result')).toBeNull();
  const [scenario] = classOf().scenarios;
  await open([classOf({ scenarios: [{ ...scenario!, attempts: [attempt('a1', { late: true })], result: null }] })]);
  expect(await screen.findByText('None of these attempts counts.')).toBeVisible();
});

it.each([
  [{ attempts: 'Last' as const }, 'In this course, your last attempt of each scenario counts.', 'Last attempt'],
  [
    { attempts: 'Average' as const },
    'In this course, the average of your attempts of each scenario counts.',
    'Best attempt',
  ],
  [{ passMark: 70 }, 'In this course, you pass a scenario from 70%.', 'Best attempt'],
])('explains the settings %j', async (changes, sentence, mark) => {
  const grading = { count: 'All', attempts: 'Best', passMark: null, ...changes } as const;
  await open([classOf({ grading })]);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect((await attempts('Safe Retreat'))[2]).toHaveTextContent(mark);
});

it('loads the results and the rank again and says so when staff changes one of them', async () => {
  let score = 1_240;
  const seen = await open([classOf()], { [BOARD]: () => ({ body: boardOf({ me: { ...me, rank: 4, score } }) }) });
  const loads = () => seen.filter(({ path }) => path.startsWith('/api/users/me/results')).length;
  expect(await screen.findByText(/1,240/)).toBeVisible();
  score = 950;
  const sends = (version: number) =>
    push('own-decisions', [{ key: 'snapshot', sequence: version + 1, value: { version } }], true);
  await sends(1);
  const before = loads();
  expect(screen.queryByText(/has just changed something/)).toBeNull();
  await sends(2);
  expect(await screen.findByText(/has just changed something/)).toBeVisible();
  await waitFor(() => expect(loads()).toBeGreaterThan(before));
  expect(await screen.findByText(/950/)).toBeVisible();
});

it('keeps the shown results when a later load fails', async () => {
  let down = false;
  await open([], { [RESULTS]: () => (down ? problem(503, 'Down') : { body: { classes: [classOf()], total: 1 } }) });
  expect(await screen.findByText('20 older attempts are not listed.')).toBeVisible();
  down = true;
  for (const version of [1, 2])
    await push('own-decisions', [{ key: 'snapshot', sequence: version + 1, value: { version } }], true);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByText('20 older attempts are not listed.')).toBeVisible();
  expect(window.location.pathname).toBe('/results');
});
