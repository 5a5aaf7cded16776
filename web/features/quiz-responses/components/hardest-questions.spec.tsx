import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startFakeServer } from '../../../testing/fake-server.js';
import { HardestQuestions } from './hardest-questions.js';

const QUIZZES = 'GET /api/sessions/s1/quizzes';
const quiz = (scenarioId: string, responses: number) => ({
  scenarioId,
  scenarioTitle: `Quiz ${scenarioId}`,
  scenarioShortTitle: scenarioId,
  campaignTitle: 'C',
  responses,
});
const items = (...fullMarks: (number | null)[]) => ({
  body: {
    attempts: 2,
    groupSize: null,
    average: 1,
    items: fullMarks.map((share, nth) => ({
      number: nth + 1,
      questionText: `Question ${nth + 1}`,
      asked: 2,
      fullMarks: share,
    })),
  },
});

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <HardestQuestions sessionId="s1" />
    </QueryClientProvider>,
  );
}

it('lists the questions of all answered quizzes, the hardest first, without those that have no points', async () => {
  await startFakeServer({
    [QUIZZES]: { body: [quiz('a', 2), quiz('b', 2), quiz('unused', 0)] },
    'GET /api/scores/session/s1/all/items?scenarioId=a': items(0.5, null),
    'GET /api/scores/session/s1/all/items?scenarioId=b': items(1, 0),
  });
  open();
  await screen.findByRole('table', { name: 'Hardest questions' });
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Question 2Quiz b, question 2', '0%', '2'],
    ['Question 1Quiz a, question 1', '50%', '2'],
    ['Question 1Quiz b, question 1', '100%', '2'],
  ]);
});

it('says that no question was answered', async () => {
  await startFakeServer({ [QUIZZES]: { body: [quiz('unused', 0)] } });
  open();
  expect(await screen.findByText('No student has answered a question with points.')).toBeVisible();
});

it('offers another try after a failure', async () => {
  const answers: Parameters<typeof startFakeServer>[0] = {
    [QUIZZES]: { status: 503, body: { title: 'Down', status: 503 } },
  };
  await startFakeServer(answers);
  open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  await startFakeServer({ [QUIZZES]: { body: [] } });
  await userEvent.click(again);
  expect(await screen.findByText('No student has answered a question with points.')).toBeVisible();
});
