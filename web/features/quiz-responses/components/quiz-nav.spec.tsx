import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { selectedQuiz, selectQuiz } from '../../../shared/session/selected-quiz.js';
import { LIVE_HEADERS } from '../../../testing/admin-fixture.js';
import { aClass, aCourse } from '../../../testing/course-fixture.js';
import { startFakeServer } from '../../../testing/fake-server.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';
import { QUIZ_ID, QUIZ_SESSION_ID, quizResponsesOf } from '../../../testing/quiz-fixture.js';
import { giveElementsASize } from '../../../testing/visible-grid.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const SESSION = `/api/sessions/${QUIZ_SESSION_ID}`;
const { session, scenario } = quizResponsesOf({});
const quizzes = [
  { ...scenario, scenarioId: QUIZ_ID, responses: 2 },
  { ...scenario, scenarioId: 'q2', scenarioShortTitle: 'Proximity Rules', responses: 0 },
];
const other = quizResponsesOf({});

async function open(path: string) {
  const course = aCourse('Operations 101', { active: aClass(QUIZ_SESSION_ID, { name: session.name }) });
  await startFakeServer({
    ...answersFor('Instructor', 'mara.keller'),
    'GET /api/groups/listings': { body: [course], headers: LIVE_HEADERS },
    [`GET ${SESSION}`]: { body: session },
    [`GET ${SESSION}/quizzes`]: { body: quizzes },
    [`GET ${SESSION}/members`]: { body: [] },
    [`GET ${SESSION}/quizzes/${QUIZ_ID}`]: { body: other },
    [`GET ${SESSION}/quizzes/q2`]: {
      body: { ...other, scenario: { ...scenario, scenarioTitle: 'Rules of Proximity' } },
    },
  });
  openApp(path);
  return within(await screen.findByRole('complementary', { name: 'Instructor' }));
}

beforeEach(() => {
  giveElementsASize();
  freshBrowser();
  signedInAs('mara.keller');
});
afterEach(() => jest.restoreAllMocks());

it('shows the quiz opened last as a sub-item, and quizzes with scores first', async () => {
  selectQuiz({ sessionId: QUIZ_SESSION_ID, quizId: QUIZ_ID });
  const sidebar = await open('/instructor/courses');
  expect(await sidebar.findByRole('link', { name: 'Foundations/Quiz 50%' })).toHaveAttribute(
    'href',
    '/instructor/gradebook/Operations%20101%20-%20Class%203/Foundations%2FQuiz%2050%25',
  );
  const select = sidebar.getByRole('combobox', { name: 'Select Quiz' });
  expect(
    within(select)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Foundations/Quiz 50% (2)', 'Proximity Rules (no scores)']);
});

it('opens and remembers the selected quiz', async () => {
  const sidebar = await open('/instructor/courses');
  const select = await sidebar.findByRole('combobox', { name: 'Select Quiz' });
  expect(select).toHaveDisplayValue('Choose…');
  await userEvent.selectOptions(select, 'Proximity Rules (no scores)');
  expect(await screen.findByRole('grid', { name: 'Quiz Responses: Rules of Proximity' })).toBeVisible();
  expect(selectedQuiz()).toEqual({ sessionId: QUIZ_SESSION_ID, quizId: 'q2' });
  await waitFor(() =>
    expect(sidebar.getByRole('link', { name: 'Proximity Rules' })).toHaveAttribute('aria-current', 'page'),
  );
  expect(sidebar.getByRole('combobox', { name: 'Select Course' })).toHaveDisplayValue('Operations 101');
});
