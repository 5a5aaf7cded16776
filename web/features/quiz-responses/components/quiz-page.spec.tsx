import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DEFAULT_GRADING } from '../../../../api/contracts/grading.rule.js';
import type { QuizStudent } from '../../../../api/contracts/quiz.contract.js';
import { selectedQuiz, selectQuiz } from '../../../shared/session/selected-quiz.js';
import { getDefaultStore } from '../../../shared/state/jotai.js';
import { toastsAtom } from '../../../shared/toasts/toasts.atoms.js';
import { connectionBecomes, push, watched } from '../../../testing/fake-live.js';
import { problem, startFakeServer, type FakeAnswer } from '../../../testing/fake-server.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';
import { scorecard } from '../../../testing/scorecard-fixture.js';
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
const cellsOf = (name: string) => within(rowOf(name)).getAllByRole('gridcell').slice(1);
const pointsOf = (name: string) => within(rowOf(name)).getAllByRole('gridcell')[0]!.textContent;
const students = () =>
  screen
    .getAllByRole('rowheader')
    .slice(1)
    .map((name) => name.textContent);
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

describe('the responses table', () => {
  it('has a heading, User Name, points and one column per question, cut at 20 characters with a tooltip', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'Quiz Responses' })).toBeVisible();
    await screen.findByRole('grid', { name: 'Quiz Responses: Foundations of Orbital Motion: Quiz' });
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'User Name',
      'Points',
      'Q1 Which burn raises th…',
      'Q2 Which burn lowers it…',
      'Q3 How sure are you?',
    ]);
    await userEvent.hover(screen.getByRole('columnheader', { name: /^Q1/ }));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Which burn raises the apogee?');
    expect(screen.getByText('Session Name').nextSibling).toHaveTextContent('Operations 101 - Class 3');
  });

  it('lists students by username with ticks and crosses, letters for ungraded questions, and - without an attempt', async () => {
    await open();
    await screen.findByRole('grid');
    expect(students()).toEqual(['Abel', 'moDisabled', 'zoe']);
    expect(cellsOf('zoe').map(seen)).toEqual(['✓', '✗✗', 'C']);
    expect(cellsOf('Abel').map(seen)).toEqual(['✓', '', '']);
    expect(cellsOf('mo').map(seen)).toEqual(['-', '-', '-']);
  });

  it('marks full marks, lost marks and ungraded questions differently', async () => {
    await open();
    await screen.findByRole('grid');
    const marks = (name: string) => cellsOf(name).map((cell) => cell.dataset.marks);
    expect(marks('zoe')).toEqual(['full', 'lost', 'ungraded']);
    expect(cellsOf('Full marks')[2]).toHaveTextContent('Not graded');
    expect(marks('mo')).toEqual([undefined, undefined, undefined]);
  });

  it('announces the chosen options, whether they are right, and the points', async () => {
    await open();
    await screen.findByRole('grid');
    const spoken = (name: string) => cellsOf(name).map((cell) => cell.getAttribute('aria-label'));
    expect(spoken('zoe')).toEqual([
      'Correct: Prograde. 10 of 10 points',
      'Wrong: Retrograde. Wrong: Radial. 0 of 10 points',
      'C: Radial. Not graded',
    ]);
    expect(spoken('Abel').slice(1)).toEqual(['No answer. 0 of 10 points', 'No answer. Not graded']);
    expect(spoken('mo')).toEqual([null, null, null]);
  });

  it('updates live', async () => {
    await open();
    await screen.findByRole('grid');
    expect(watched()).toContain(`quiz ${QUIZ_SESSION_ID}.${QUIZ_ID}`);
    await push('quiz', [
      { key: 'u3', sequence: 40, value: quizStudent('mo', { ...quizAttempt('1', '0', '0'), tooFast: true }) },
      { key: 'u2', sequence: 41, value: null },
    ]);
    expect(students()).toEqual(['moToo fast', 'zoe']);
    expect(pointsOf('mo')).toBe('10/20');
    expect(cellsOf('mo').map(seen)).toEqual(['✗', '✓', 'A']);
  });

  it('shows totals for each question and for the points of each student', async () => {
    await open();
    await screen.findByRole('grid');
    expect([pointsOf('zoe'), pointsOf('Abel'), pointsOf('mo')]).toEqual(['10/20', '10/20', '-']);
    expect(pointsOf('Full marks')).toBe('10');
    const totals = () => cellsOf('Full marks').map(seen);
    expect(totals()).toEqual(['100% · 10/10', '0% · 0/10', 'Not graded']);
    expect(cellsOf('Full marks')[0]).toHaveAccessibleName('100% · 10/10');
    expect(cellsOf('Full marks')[0]).toHaveAccessibleDescription('100% with full marks, average 10 of 10 points');
    await push('quiz', [{ key: 'u3', sequence: 40, value: quizStudent('mo', quizAttempt('1', '0', '')) }]);
    await waitFor(() => expect(totals()).toEqual(['67% · 6.7/10', '33% · 3.3/10', 'Not graded']));
  });

  it('sorts students in natural order', async () => {
    await open({ u1: quizStudent('student10'), u2: quizStudent('student2'), u3: quizStudent('Student1') });
    await screen.findByRole('grid');
    expect(students()).toEqual(['Student1', 'student2', 'student10']);
  });

  it('searches by username and name, keeps it in the address, and shows when no students match', async () => {
    await open({ ...CLASS, u4: { ...quizStudent('kim'), firstName: 'Zoella' } });
    await screen.findByRole('grid');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'zoe');
    await waitFor(() => expect(students()).toEqual(['kim', 'zoe']));
    expect(window.location.search).toBe('?search=zoe');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'x');
    expect(await screen.findByText('No students match “zoex”')).toBeVisible();
  });

  it('shows names with the username below when the browser setting is on', async () => {
    await open();
    await screen.findByRole('grid');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show names' }));
    expect(students()).toEqual(['First Last Abel', 'First Last moDisabled', 'First Last zoe']);
  });

  it('prints every student and question, with their answers and the totals', async () => {
    await open();
    await screen.findByRole('grid');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows[0]).toHaveTextContent(/^Quiz Responses: Foundations of Orbital Motion: Quiz ?Operations 101 - Class 3/);
    expect(rows.slice(1).map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['User Name', 'Points', 'Q1 Which burn raises the apogee?', 'Q2 Which burn lowers it?', 'Q3 How sure are you?'],
      ['Full marks · average', '10', '100% · 10/10', '0% · 0/10', 'Not graded'],
      ['Abel (First Last)', '10/20', '✓ Prograde', '', ''],
      ['mo (First Last)', '-', '-', '-', '-'],
      ['zoe (First Last)', '10/20', '✓ Prograde', '✗ Retrograde, ✗ Radial', 'C Radial'],
    ]);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('supports keyboard navigation, and opens the attempts of a student', async () => {
    const attempts = `GET /api/scores/session/${QUIZ_SESSION_ID}/all`;
    const body = [
      scorecard({ scenarioId: QUIZ_ID, totalScore: 97 }),
      scorecard({ scenarioId: QUIZ_ID, attemptId: 'a2', time: '2026-03-01T12:00:00Z' }),
    ];
    await open(CLASS, {
      [attempts]: { body },
      'GET /api/groups/g1/grading': { body: { ...DEFAULT_GRADING, attempts: 'Last' } },
    });
    const grid = await screen.findByRole('grid');
    expect(grid).toHaveAttribute('aria-rowcount', '5');
    expect(grid).toHaveAttribute('aria-colcount', '5');
    act(() => screen.getByRole('columnheader', { name: 'User Name' }).focus());
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}');
    await waitFor(() => expect(cellsOf('Abel')[0]).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: /Attempts of Abel/ })).toBeVisible();
    expect((await screen.findByText('Counted')).closest('article')).toHaveAccessibleName('Attempt 2');
  });

  it('keeps the tab stop inside the grid when rows disappear', async () => {
    await open();
    await screen.findByRole('grid');
    act(() => screen.getByRole('columnheader', { name: 'User Name' }).focus());
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'abel');
    await waitFor(() => expect(students()).toEqual(['Abel']));
    expect(document.querySelectorAll('[role=grid] [tabindex="0"]')).toHaveLength(1);
  });

  it('keeps the focus on a cell that is out of view when another student joins above it', async () => {
    giveElementsASize(1200, 400);
    const many = Array.from({ length: 60 }, (_, index) => [`u${index}`, quizStudent(`student${index}`)] as const);
    await open(Object.fromEntries(many));
    await screen.findByRole('grid');
    const focused = screen.getByRole('rowheader', { name: 'student3' });
    act(() => focused.focus());
    const grid = screen.getByRole('grid');
    grid.scrollTop = 1_200;
    fireEvent.scroll(grid);
    await waitFor(() => expect(students()).not.toContain('student4'));
    expect(focused).toHaveFocus();
    await push('quiz', [{ key: 'u99', sequence: 90, value: quizStudent('aaron') }]);
    expect(focused).toHaveFocus();
    expect(focused).toHaveAttribute('data-place', '6:0');
    expect(focused).toHaveAttribute('tabindex', '0');
  });
});

describe('the item analysis', () => {
  it('is a separate view, most missed question first, updated live', async () => {
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
    expect(screen.getByText(/Discrimination needs at least ten attempts with different scores/)).toBeVisible();
    await push('quiz', [{ key: 'u3', sequence: 40, value: quizStudent('mo', quizAttempt('0', '0', '')) }]);
    await waitFor(() => expect(figures()[0]).toEqual(['Q2 Which burn lowers it?', '2 of 3', '33%', '-']));
  });
});

describe('a page without data', () => {
  it('shows what is loading', async () => {
    await open(CLASS, { [QUIZ]: pending, [STUDENTS]: pending });
    expect(await screen.findByText('Loading Quiz Data...')).toBeVisible();
    expect(screen.getByText('Loading Students...')).toBeVisible();
  });

  it("shows 'Loading...' until the quiz is resolved", async () => {
    await open(CLASS, { [`GET ${SESSION}/quizzes`]: pending });
    await waitFor(() => expect(screen.queryByText('Loading...')).toBeVisible());
    expect(screen.queryByText('Loading Quiz Data...')).toBeNull();
  });

  it("shows the names as soon as they arrive, and 'No quiz data found' after five seconds", async () => {
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

  it("shows 'No quiz data found' after five seconds without an attempt, until the first one arrives", async () => {
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
  ])("shows the toast '%s'", async (text, route) => {
    await open(CLASS, { [route]: problem(409, 'Not now') });
    expect(await screen.findByText(text)).toBeVisible();
  });
});

describe('resolving the names of an address', () => {
  const FIND = 'GET /api/sessions?name=Operations%20101%20-%20Class%203';
  const forget = (stored: Parameters<typeof selectQuiz>[0] | null) => {
    localStorage.removeItem('sessionId');
    localStorage.removeItem('quizId');
    if (stored) selectQuiz(stored);
  };

  it.each([
    ['no class was opened', null, {}],
    [
      'another class was opened',
      { sessionId: 'other', quizId: QUIZ_ID },
      { 'GET /api/sessions/other': { body: { ...session, name: 'Else' } } },
    ],
    [
      'the opened class no longer exists',
      { sessionId: 'gone', quizId: QUIZ_ID },
      { 'GET /api/sessions/gone': problem(404, 'Not found') },
    ],
  ] as const)('selects the newest class of that name when %s', async (_, stored, answers) => {
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

  it('shows what to do when the names match no quiz', async () => {
    freshBrowser();
    signedInAs('mara.keller');
    await startFakeServer({ ...answersFor('Instructor', 'mara.keller'), [FIND]: { body: [] } });
    openApp(ADDRESS);
    expect(await screen.findByText('Failed to fetch course or session data')).toBeVisible();
    expect(await screen.findByText('This quiz could not be found.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'View All Courses' })).toBeVisible();
  });
});
