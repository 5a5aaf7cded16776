import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { correctOptions } from '../../../api/contracts/quiz-score.rule.js';
import { FULL_CATALOGUE, openGame, press, violations } from '../testing/open-game.js';

const TITLE = 'Orbital Foundations Check';
const QUIZ = FULL_CATALOGUE.find(({ scenarioTitle }) => scenarioTitle === TITLE)!;

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

async function answerAll(right: boolean): Promise<void> {
  for (const place of QUIZ.questions.keys()) {
    await answer(place, right);
    await press(place === QUIZ.questions.length - 1 ? 'Finish' : 'Next');
  }
}

const SENDING = 'Sending your answers…';
const LATER = 'Your answers are saved. They are sent when you are online again, and your score then appears here.';

describe('a quiz', () => {
  it('shows the questions one by one, submits the answers, and shows the score of the platform', async () => {
    const { results, scoreResult } = await open();
    expect(screen.getByText(`Question 1 of ${QUIZ.questions.length}`)).toBeVisible();
    expect(await violations()).toEqual([]);
    await answerAll(true);
    const answers = QUIZ.questions.map((question) => ({
      questionId: question.questionId,
      chosen: correctOptions(question),
    }));
    const unscored = { totalScore: 0, questionsScore: 0, passed: false, questionScorecards: [] };
    expect(results()).toEqual([expect.objectContaining({ ...unscored, answers })]);
    expect(screen.getByRole('heading', { name: 'Answers saved' })).toBeVisible();
    expect(screen.getByText(SENDING)).toBeVisible();
    expect(document.querySelector('.points, .answered')).toBeNull();
    scoreResult(QUIZ);
    expect(screen.getByRole('heading', { name: 'Passed' })).toBeVisible();
    expect(document.querySelector('.points')).toHaveTextContent(
      `${QUIZ.maxQuestionsScore} of ${QUIZ.maxQuestionsScore}`,
    );
    expect(screen.getByText('Your result has been submitted.')).toBeVisible();
    expect(await violations()).toEqual([]);
    await press('Menu');
    expect(await screen.findByRole('heading', { name: 'Relative Motion' })).toBeVisible();
  });

  it('shows the selected and the correct answer and the explanation after a wrong answer', async () => {
    const { scoreResult } = await open();
    await answerAll(false);
    scoreResult(QUIZ);
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
  });

  it('reports that nothing was selected, and shows no explanation if the catalogue has none', async () => {
    const { scoreResult } = await open();
    for (let place = 1; place < QUIZ.questions.length; place += 1) await press('Next');
    await press('Finish');
    scoreResult({ ...QUIZ, questions: QUIZ.questions.map(({ explanation: _explanation, ...question }) => question) });
    const first = within(screen.getAllByRole('listitem')[0]!);
    expect(first.getByText('Your answer').nextElementSibling).toHaveTextContent('None');
    expect(document.querySelector('.why, details')).toBeNull();
  });

  it('collapses the explanation of a correct answer', async () => {
    const { scoreResult } = await open();
    await answerAll(true);
    scoreResult(QUIZ);
    const explanation = screen.getByText(QUIZ.questions[0]!.explanation!);
    expect(explanation).not.toBeVisible();
    await userEvent.click(screen.getAllByText('Why?')[0]!);
    expect(explanation).toBeVisible();
  });

  it('says immediately that answers are sent later while the browser is offline, and then shows the score', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { answerResult, scoreResult } = await open();
    await answerAll(true);
    answerResult('waiting');
    expect(screen.getByText(LATER)).toBeVisible();
    expect(await violations()).toEqual([]);
    scoreResult(QUIZ);
    expect(screen.getByRole('heading', { name: 'Passed' })).toBeVisible();
    onLine.mockRestore();
  });

  it('says after two seconds without a response that answers are sent later', async () => {
    await open();
    for (let place = 1; place < QUIZ.questions.length; place += 1) await press('Next');
    const finish = await screen.findByRole('button', { name: 'Finish' });
    jest.useFakeTimers();
    fireEvent.click(finish);
    act(() => {
      jest.advanceTimersByTime(1_999);
    });
    expect(screen.getByText(SENDING)).toBeVisible();
    act(() => {
      jest.advanceTimersByTime(1);
    });
    expect(screen.getByText(LATER)).toBeVisible();
    jest.useRealTimers();
  });

  it('shows why the answers were rejected', async () => {
    const { answerResult } = await open();
    await answerAll(true);
    answerResult('refused', 'The class is not active.');
    expect(screen.getByRole('heading', { name: 'Answers rejected' })).toBeVisible();
    expect(screen.getByText('The class is not active.')).toBeVisible();
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
