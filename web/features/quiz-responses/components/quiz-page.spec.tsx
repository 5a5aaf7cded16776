import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { QuizStudent } from '../../../../api/contracts/quiz.contract.js';
import { selectedQuiz, selectQuiz } from '../../../shared/session/selected-quiz.js';
import { getDefaultStore } from '../../../shared/state/jotai.js';
import { toastsAtom } from '../../../shared/toasts/toasts.atoms.js';
import { connectionBecomes, push, watched } from '../../../testing/fake-live.js';
import { problem, startFakeServer, type FakeAnswer } from '../../../testing/fake-server.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';
import { QUIZ_ID, QUIZ_SESSION_ID, quizAttempt, quizResponsesOf, quizStudent } from '../../../testing/quiz-fixture.js';
import { giveElementsASize } from '../../../testing/visible-grid.js';

jest.mock('recharts');
jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const SESSION = `/api/sessions/${QUIZ_SESSION_ID}`;
const QUIZ = `GET ${SESSION}/quizzes/${QUIZ_ID}`;
const STUDENTS = `GET ${SESSION}/members`;
const ADDRESS = `/gradebook/${encodeURIComponent('Operations 101 - Class 3')}/${encodeURIComponent('Foundations/Quiz 50%')}`;
const CLASS = {
  u1: quizStudent('zoe', quizAttempt('0', '12', '2')),
  u2: quizStudent('Abel', quizAttempt('0', '', '')),
  u3: quizStudent('mo', null, false),
};
const { session, scenario } = quizResponsesOf({});
const summary = { ...scenario, responses: 2 };
const members = Object.entries(CLASS).map(([id, { username }]) => ({
  id,
  username,
  firstName: '',
  lastName: '',
  enabled: true,
}));

type Answers = Record<string, FakeAnswer | (() => FakeAnswer | Promise<FakeAnswer>)>;

async function open(rows: Record<string, QuizStudent> = CLASS, answers: Answers = {}, address = ADDRESS) {
  freshBrowser();
  signedInAs('mara.keller');
  selectQuiz({ sessionId: QUIZ_SESSION_ID, quizId: QUIZ_ID });
  const requests = await startFakeServer({
    ...answersFor('Instructor', 'mara.keller'),
    [`GET ${SESSION}`]: { body: session },
    [`GET ${SESSION}/quizzes`]: { body: [summary] },
    [STUDENTS]: { body: members },
    [QUIZ]: { body: quizResponsesOf(rows) },
    ...answers,
  });
  openApp(address);
  return requests;
}

const pending = () => new Promise<FakeAnswer>(() => undefined);
const rowOf = (name: string) => screen.getByRole('rowheader', { name: new RegExp(`^${name}`) }).parentElement!;
const cellsOf = (name: string) => within(rowOf(name)).getAllByRole('gridcell');
const seen = (cell: HTMLElement) => cell.textContent;

beforeEach(() => {
  getDefaultStore().set(toastsAtom, []);
  giveElementsASize();
  connectionBecomes('live');
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the responses', () => {
  it('have a heading, User Name and a column a question, cut at 20 characters with the whole in a tooltip', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'Quiz Responses' })).toBeVisible();
    await screen.findByRole('grid', { name: 'Quiz Responses: Foundations of Orbital Motion: Quiz' });
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'User Name',
      'Q1 Which burn raises th…',
      'Q2 Which burn lowers it…',
      'Q3 How sure are you?',
    ]);
    await userEvent.hover(screen.getByRole('columnheader', { name: /^Q1/ }));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Which burn raises the apogee?');
    expect(screen.getByText('Session Name').nextSibling).toHaveTextContent('Operations 101 - Class 3');
  });

  it('show students by username, a tick or a cross an option, letters where nothing is graded, - without an attempt', async () => {
    await open();
    await screen.findByRole('grid');
    expect(screen.getAllByRole('rowheader').map((name) => name.textContent)).toEqual(['Abel', 'moDisabled', 'zoe']);
    expect(cellsOf('zoe').map(seen)).toEqual(['✓', '✗✗', 'C']);
    expect(cellsOf('Abel').map(seen)).toEqual(['✓', '', '']);
    expect(cellsOf('mo').map(seen)).toEqual(['-', '-', '-']);
  });

  it('have the colour of full marks only where there are', async () => {
    await open();
    await screen.findByRole('grid');
    const marks = (name: string) => cellsOf(name).map((cell) => cell.dataset.marks);
    expect(marks('zoe')).toEqual(['full', 'lost', 'lost']);
    expect(marks('mo')).toEqual([undefined, undefined, undefined]);
  });

  it('read out what was chosen, whether it is right, and the points', async () => {
    await open();
    await screen.findByRole('grid');
    const spoken = (name: string) => cellsOf(name).map((cell) => cell.getAttribute('aria-label'));
    expect(spoken('zoe')).toEqual([
      'Correct: Prograde. 10 of 10 points',
      'Wrong: Retrograde. Wrong: Radial. 0 of 10 points',
      'C: Radial',
    ]);
    expect(spoken('Abel').slice(1)).toEqual(['No answer. 0 of 10 points', 'No answer']);
    expect(spoken('mo')).toEqual([null, null, null]);
  });

  it('follow the class', async () => {
    await open();
    await screen.findByRole('grid');
    expect(watched()).toContain(`quiz ${QUIZ_SESSION_ID}.${QUIZ_ID}`);
    await push('quiz', [
      { key: 'u3', sequence: 40, value: quizStudent('mo', { ...quizAttempt('1', '0', '0'), tooFast: true }) },
      { key: 'u2', sequence: 41, value: null },
    ]);
    expect(screen.getAllByRole('rowheader').map((name) => name.textContent)).toEqual(['moToo fast', 'zoe']);
    expect(cellsOf('mo').map(seen)).toEqual(['✗', '✓', 'A']);
  });

  it('are travelled by keyboard, and open the attempts of a student', async () => {
    const attempts = `GET ${`/api/scores/session/${QUIZ_SESSION_ID}/all`}`;
    await open(CLASS, { [attempts]: { body: [] } });
    const grid = await screen.findByRole('grid');
    expect(grid).toHaveAttribute('aria-rowcount', '4');
    expect(grid).toHaveAttribute('aria-colcount', '4');
    act(() => screen.getByRole('columnheader', { name: 'User Name' }).focus());
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    await waitFor(() => expect(cellsOf('Abel')[0]).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: /Attempts of Abel/ })).toBeVisible();
  });
});

describe('the item analysis', () => {
  it('is a view of its own, the most missed question first, and follows the class', async () => {
    await open();
    await userEvent.click(await screen.findByRole('link', { name: 'Item analysis' }));
    const table = await screen.findByRole('table', { name: 'Questions, most missed first' });
    const figures = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent));
    expect(figures()).toEqual([
      ['Q2 Which burn lowers it?', '1 of 2', '0%', '-'],
      ['Q1 Which burn raises the apogee?', '2 of 2', '100%', '-'],
      ['Q3 How sure are you?Not graded', '1 of 2', '-', '-'],
    ]);
    expect(within(table).getAllByRole('listitem')[0]).toHaveTextContent('✓ Prograde, correct0 (0%)');
    expect(within(table).getAllByRole('listitem')[1]).toHaveTextContent('Retrograde1 (50%)');
    expect(screen.getByText(/Discrimination needs ten of them, with different scores/)).toBeVisible();
    await push('quiz', [{ key: 'u3', sequence: 40, value: quizStudent('mo', quizAttempt('0', '0', '')) }]);
    await waitFor(() => expect(figures()[0]).toEqual(['Q2 Which burn lowers it?', '2 of 3', '33%', '-']));
  });
});

describe('while there is nothing', () => {
  it('says what it loads', async () => {
    await open(CLASS, { [QUIZ]: pending, [STUDENTS]: pending });
    expect(await screen.findByText('Loading Quiz Data...')).toBeVisible();
    expect(screen.getByText('Loading Students...')).toBeVisible();
  });

  it('says Loading... until it knows which quiz is meant', async () => {
    await open(CLASS, { [`GET ${SESSION}/quizzes`]: pending });
    await waitFor(() => expect(screen.queryByText('Loading...')).toBeVisible());
    expect(screen.queryByText('Loading Quiz Data...')).toBeNull();
  });

  it('shows the names as soon as they are there, and gives up after five seconds', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    await open(CLASS, { [QUIZ]: pending });
    expect(await screen.findByText('zoe')).toBeInTheDocument();
    expect(screen.queryByText('Loading Students...')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(4_000));
    expect(screen.queryByText('No quiz data found')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText('No quiz data found')).toBeVisible();
    expect(screen.queryByText('Loading Quiz Data...')).toBeNull();
  });

  it('says so after five seconds when nobody has taken the quiz, until somebody does', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    await open({ u3: quizStudent('mo') });
    await screen.findByRole('grid');
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.getByText('No quiz data found')).toBeVisible();
    expect(cellsOf('mo').map(seen)).toEqual(['-', '-', '-']);
    await push('quiz', [{ key: 'u3', sequence: 40, value: quizStudent('mo', quizAttempt('0', '0', '')) }]);
    expect(screen.queryByText('No quiz data found')).toBeNull();
  });

  it.each([
    ['Failed to fetch quiz score data', QUIZ],
    ['Failed to fetch user data', STUDENTS],
    ['Failed to fetch course or session data', `GET ${SESSION}/quizzes`],
  ])('toasts %s', async (text, route) => {
    await open(CLASS, { [route]: problem(409, 'Not now') });
    expect(await screen.findByText(text)).toBeVisible();
  });
});

describe('the names of an address', () => {
  const FIND = 'GET /api/sessions?name=Operations%20101%20-%20Class%203';
  const forget = (stored: Parameters<typeof selectQuiz>[0] | null) => {
    localStorage.removeItem('sessionId');
    localStorage.removeItem('quizId');
    if (stored) selectQuiz(stored);
  };

  it.each([
    ['nothing was opened', null, {}],
    [
      'another class was opened',
      { sessionId: 'other', quizId: QUIZ_ID },
      { 'GET /api/sessions/other': { body: { ...session, name: 'Else' } } },
    ],
    [
      'what was opened is gone',
      { sessionId: 'gone', quizId: QUIZ_ID },
      { 'GET /api/sessions/gone': problem(404, 'Not found') },
    ],
  ] as const)('lead to the newest class of that name when %s', async (_, stored, answers) => {
    freshBrowser();
    signedInAs('mara.keller');
    forget(stored);
    await startFakeServer({
      ...answersFor('Instructor', 'mara.keller'),
      [FIND]: { body: [session, { ...session, id: 'older' }] },
      [`GET ${SESSION}/quizzes`]: { body: [{ ...summary, scenarioId: 'q0', scenarioShortTitle: 'Else' }, summary] },
      [STUDENTS]: { body: members },
      [QUIZ]: { body: quizResponsesOf(CLASS) },
      ...answers,
    });
    openApp(ADDRESS);
    expect(await screen.findByRole('grid')).toBeVisible();
    expect(selectedQuiz()).toEqual({ sessionId: QUIZ_SESSION_ID, quizId: QUIZ_ID });
  });

  it('that lead nowhere say so, and what to do', async () => {
    freshBrowser();
    signedInAs('mara.keller');
    await startFakeServer({ ...answersFor('Instructor', 'mara.keller'), [FIND]: { body: [] } });
    openApp(ADDRESS);
    expect(await screen.findByText('Failed to fetch course or session data')).toBeVisible();
    expect(await screen.findByText('This quiz could not be found.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'View All Courses' })).toBeVisible();
  });
});
