import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { selectQuiz } from '../../../shared/session/selected-quiz.js';
import { connectionBecomes } from '../../../testing/fake-live.js';
import { problem, startFakeServer } from '../../../testing/fake-server.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';
import { QUIZ_ID, QUIZ_SESSION_ID, quizResponsesOf } from '../../../testing/quiz-fixture.js';
import { giveElementsASize } from '../../../testing/visible-grid.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const SESSION = `/api/sessions/${QUIZ_SESSION_ID}`;
const ADDRESS = `/gradebook/${encodeURIComponent('Operations 101 - Class 3')}/${encodeURIComponent('Foundations/Quiz 50%')}`;
const { session, scenario } = quizResponsesOf({});

afterEach(() => jest.restoreAllMocks());

it('releases the answers of the class, and withholds them again', async () => {
  freshBrowser();
  connectionBecomes('live');
  giveElementsASize();
  signedInAs('mara.keller');
  selectQuiz({ sessionId: QUIZ_SESSION_ID, quizId: QUIZ_ID });
  let works = true;
  const requests = await startFakeServer({
    ...answersFor('Instructor', 'mara.keller'),
    [`GET ${SESSION}`]: { body: session },
    [`GET ${SESSION}/quizzes`]: { body: [{ ...scenario, responses: 0 }] },
    [`GET ${SESSION}/members`]: { body: [] },
    [`GET ${SESSION}/quizzes/${QUIZ_ID}`]: { body: quizResponsesOf({}) },
    [`GET ${SESSION}/answers`]: { body: { releasedAt: null } },
    [`PUT ${SESSION}/answers`]: ({ body }) =>
      works
        ? { body: { releasedAt: (body as { released: boolean }).released ? '2026-03-01T12:00:00Z' : null } }
        : problem(503, 'Try again.'),
  });
  openApp(ADDRESS);
  await userEvent.click(await screen.findByRole('switch', { name: /^Answers withheld/ }));
  expect(await screen.findByRole('switch', { name: /^Answers released/ })).toBeChecked();
  expect(screen.getByText('The answers were released.')).toBeVisible();
  await userEvent.click(screen.getByRole('switch'));
  expect(await screen.findByRole('switch', { name: /^Answers withheld/ })).not.toBeChecked();
  const sent = requests.filter(({ method }) => method === 'PUT');
  expect(sent.map(({ body }) => body)).toEqual([{ released: true }, { released: false }]);
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  expect(sent[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  works = false;
  await userEvent.click(screen.getByRole('switch'));
  await waitFor(() => expect(screen.getByRole('switch', { name: /^Answers withheld/ })).toBeEnabled());
});
