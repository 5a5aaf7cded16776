import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CATALOGUE, openGame, press, SESSION, violations } from '../testing/open-game.js';

const TITLE = 'Orbital Foundations Check';
const QUIZ = CATALOGUE.find(({ scenarioTitle }) => scenarioTitle === TITLE)!;

async function open() {
  const game = openGame();
  await press(new RegExp(`^${TITLE}`));
  return game;
}

/** Ticks the right answers, or one that is wrong. */
async function answer(place: number, right: boolean): Promise<void> {
  for (const { answerText, correct } of QUIZ.questions[place]!.answers) {
    if (correct === right) await userEvent.click(screen.getByLabelText(answerText));
    if (correct === right && !right) break;
  }
}

describe('a quiz', () => {
  it('asks one question after the other, and hands in what was answered', async () => {
    const { results, answerResult } = await open();
    expect(screen.getByText(`Question 1 of ${QUIZ.questions.length}`)).toBeVisible();
    expect(await violations()).toEqual([]);
    for (const place of QUIZ.questions.keys()) {
      await answer(place, true);
      await press(place === QUIZ.questions.length - 1 ? 'Finish' : 'Next');
    }
    expect(screen.getByRole('heading', { name: 'Passed' })).toBeVisible();
    expect(results()).toEqual([expect.objectContaining({ questionsScore: QUIZ.maxQuestionsScore, passed: true })]);
    answerResult('sent');
    expect(screen.getByText('Your result has been handed in.')).toBeVisible();
    expect(await violations()).toEqual([]);
    await press('Menu');
    expect(await screen.findByRole('heading', { name: 'Relative Motion' })).toBeVisible();
  });

  it('sends the result to the class that is selected when the quiz begins', async () => {
    const OTHER = '0198c0de-0000-7000-8000-000000000078';
    let running = [SESSION, OTHER];
    const { results } = openGame({
      'GET /api/users/me/groups': () => ({ body: running.map((activeSessionId) => ({ activeSessionId })) }),
      [`GET /api/scores/session/${SESSION}/all`]: { body: [] },
    });
    expect(await screen.findByText(/· your class is running$/)).toBeVisible();
    running = [OTHER, SESSION];
    await press(new RegExp(`^${TITLE}`));
    for (const place of QUIZ.questions.keys()) {
      await answer(place, true);
      await press(place === QUIZ.questions.length - 1 ? 'Finish' : 'Next');
    }
    expect(results()).toMatchObject([{ sessionId: OTHER }]);
  });

  it('shows what would have been right', async () => {
    const { results } = await open();
    for (const place of QUIZ.questions.keys()) {
      await answer(place, false);
      await press(place === QUIZ.questions.length - 1 ? 'Finish' : 'Next');
    }
    expect(screen.getByRole('heading', { name: 'Not passed' })).toBeVisible();
    const graded = QUIZ.questions.filter(({ maxScore }) => maxScore !== null);
    expect(screen.getAllByText('wrong')).toHaveLength(graded.length);
    const right = graded[0]!.answers.filter(({ correct }) => correct).map(({ answerText }) => answerText);
    expect(screen.getByText(right.join('; '))).toBeVisible();
    expect(results()[0]).toMatchObject({ questionsScore: 0, passed: false });
  });

  it('goes back without losing an answer, and is left from the first question', async () => {
    const { results } = await open();
    await answer(0, true);
    await press('Next');
    await press('Back');
    const right = QUIZ.questions[0]!.answers.find(({ correct }) => correct)!.answerText;
    expect(screen.getByLabelText(right)).toBeChecked();
    await press('Leave');
    expect(await screen.findByRole('heading', { name: 'Relative Motion' })).toBeVisible();
    expect(results()).toEqual([]);
  });

  it('takes several answers only where several are right', async () => {
    await open();
    const isSeveral = ({ answers }: (typeof QUIZ.questions)[number]) =>
      answers.filter(({ correct }) => correct).length > 1;
    for (const [place, question] of QUIZ.questions.entries()) {
      expect(screen.getByText(isSeveral(question) ? 'Choose all that are right' : 'Choose one')).toBeVisible();
      for (const { answerText } of question.answers) await userEvent.click(screen.getByLabelText(answerText));
      const ticked = question.answers.filter(
        ({ answerText }) => (screen.getByLabelText(answerText) as HTMLInputElement).checked,
      );
      expect(ticked).toHaveLength(isSeveral(question) ? question.answers.length : 1);
      if (place < QUIZ.questions.length - 1) await press('Next');
    }
  });
});
