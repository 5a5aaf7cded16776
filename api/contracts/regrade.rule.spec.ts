import { type Regrade, regrade, type RegradeChange, type RegradedQuestion } from './regrade.rule.js';

const questions: readonly RegradedQuestion[] = ['a', 'b', 'c', 'd', 'e'].map((questionText) => ({
  questionText,
  score: questionText === 'e' ? 0 : 2,
  maxScore: 2,
  chosen: [],
}));

const change = (kind: RegradeChange, questionText: string | null = null): Regrade => ({
  questionText,
  change: kind,
  neverLower: false,
  passedShare: 0.6,
});
const points = (more: number): Regrade => change({ kind: 'Points', points: more });

/** Regrades a quiz of five questions with these points. */
function regradeQuiz(questionsScore: number, passed: boolean, regrades: readonly Regrade[], asked = questions) {
  const maxQuestionsScore = asked.length * 2;
  const counted = { correct: questionsScore / 2, counted: asked.length, duration: 60 };
  const figures = { totalScore: 0, maxTotalScore: 0, questionsScore, maxQuestionsScore, passed, ...counted };
  return regrade({ ...figures, scoreCardType: 'Quiz' }, asked, regrades);
}

it.each<[string, RegradeChange, object]>([
  ['full marks for', { kind: 'FullMarks' }, { questionsScore: 10, maxQuestionsScore: 10 }],
  ['dropping', { kind: 'Drop' }, { questionsScore: 8, maxQuestionsScore: 8 }],
])('gives no more than the maximum by points for the quiz and then %s a question', (_what, question, figures) => {
  expect(regradeQuiz(8, true, [points(2), change(question, 'e')])).toMatchObject(figures);
});

it.each([
  [4, false, 4, true],
  [7, true, -3, false],
  [6, true, 1, true],
])('judges a quiz with %d points, passed %s, again after %d points', (score, before, more, passed) => {
  expect(regradeQuiz(score, before, [points(more)]).passed).toBe(passed);
});

it.each([true, false])('keeps the success %s of a quiz whose only question is dropped', (passed) => {
  const only = questions.slice(4);
  const dropped = change({ kind: 'Drop' }, 'e');
  expect(regradeQuiz(0, passed, [dropped], only)).toMatchObject({ maxQuestionsScore: 0, passed });
});
