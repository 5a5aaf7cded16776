import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CATALOGUE, openGame, press, violations } from '../testing/open-game.js';

const TITLE = 'Orbital Foundations Check';
const HEADERS = 'GET /api/courses/0198c0de-0000-7000-8000-000000000001/headers';
const QUIZ = CATALOGUE.find(({ scenarioTitle }) => scenarioTitle === TITLE)!;

async function open() {
  const game = openGame();
  await press(new RegExp(`^${TITLE}`));
  await screen.findByText(/^Question 1 of/);
  return game;
}

/** Selects the correct answers, or a wrong one. */
async function answer(place: number, right: boolean): Promise<void> {
  for (const { answerText, correct } of QUIZ.questions[place]!.answers) {
    if (correct === right) await userEvent.click(screen.getByLabelText(answerText));
    if (correct === right && !right) break;
  }
}

describe('a quiz', () => {
  it('shows the questions one by one, and submits the answers', async () => {
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
    expect(screen.getByText('Your result has been submitted.')).toBeVisible();
    expect(await violations()).toEqual([]);
    await press('Menu');
    expect(await screen.findByRole('heading', { name: 'Relative Motion' })).toBeVisible();
  });

  it('shows the selected and the correct answer and the explanation after a wrong answer', async () => {
    const { results } = await open();
    for (const place of QUIZ.questions.keys()) {
      await answer(place, false);
      await press(place === QUIZ.questions.length - 1 ? 'Finish' : 'Next');
    }
    expect(screen.getByRole('heading', { name: 'Not passed' })).toBeVisible();
    const graded = QUIZ.questions.filter(({ maxScore }) => maxScore !== null);
    expect(screen.getAllByText('wrong')).toHaveLength(graded.length);
    const [question] = graded;
    const first = within(screen.getAllByRole('listitem')[0]!);
    const texts = (wanted: boolean) => question!.answers.find(({ correct }) => correct === wanted)!.answerText;
    expect(first.getByText('Your answer').nextElementSibling).toHaveTextContent(texts(false));
    expect(first.getByText('Right answer').nextElementSibling).toHaveTextContent(texts(true));
    for (const { explanation } of graded) expect(screen.getByText(explanation!)).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(results()[0]).toMatchObject({ questionsScore: 0, passed: false });
  });

  it('reports that nothing was selected, and shows no explanation if the catalogue has none', async () => {
    const questions = QUIZ.questions.map(({ explanation: _explanation, ...question }) => question);
    openGame({ [HEADERS]: { body: [{ ...QUIZ, questions }] } });
    await press(new RegExp(`^${TITLE}`));
    for (let place = 1; place < questions.length; place += 1) await press('Next');
    await press('Finish');
    const first = within(screen.getAllByRole('listitem')[0]!);
    expect(first.getByText('Your answer').nextElementSibling).toHaveTextContent('None');
    expect(document.querySelector('.why, details')).toBeNull();
  });

  it('collapses the explanation of a correct answer', async () => {
    await open();
    for (const place of QUIZ.questions.keys()) {
      await answer(place, true);
      await press(place === QUIZ.questions.length - 1 ? 'Finish' : 'Next');
    }
    const explanation = screen.getByText(QUIZ.questions[0]!.explanation!);
    expect(explanation).not.toBeVisible();
    await userEvent.click(screen.getAllByText('Why?')[0]!);
    expect(explanation).toBeVisible();
  });

  it('goes back without losing answers, and returns to the menu from the first question', async () => {
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

  it('allows several answers only if several are correct', async () => {
    await open();
    const isSeveral = ({ answers }: (typeof QUIZ.questions)[number]) =>
      answers.filter(({ correct }) => correct).length > 1;
    for (const [place, question] of QUIZ.questions.entries()) {
      expect(screen.getByText(isSeveral(question) ? 'Choose all that are right' : 'Choose one')).toBeVisible();
      for (const { answerText } of question.answers) await userEvent.click(screen.getByLabelText(answerText));
      const ticked = question.answers.filter(
        ({ answerText }) => screen.getByLabelText<HTMLInputElement>(answerText).checked,
      );
      expect(ticked).toHaveLength(isSeveral(question) ? question.answers.length : 1);
      if (place < QUIZ.questions.length - 1) await press('Next');
    }
  });
});
