import type { QuestionScorecard } from '../../contracts/score.contract.js';
import { formIdOf, toAnsweredForm, toCards } from './answered-form.query.js';

const card = (questionText: string, score: number, ...chosen: boolean[]): QuestionScorecard => ({
  questionText,
  score,
  maxScore: 4,
  answerScorecards: chosen.map((answered, index) => ({
    answerText: `Option ${index}`,
    answered,
    correct: index === 0,
  })),
});

const [how, what, why] = [card('How?', 4, true, false), card('What?', 0.5, true, true, true), card('Why?', 0, false)];
const survey = { ...card('Any comments?', 0), maxScore: null };

it.each<[string, QuestionScorecard[]]>([
  ['no cards', []],
  ['cards in the order of their texts', [how, what, why]],
  ['cards in another order', [why, how, what]],
  ['equal texts', [what, how, { ...what, score: 2, maxScore: 8 }, what]],
  ['a question without a maximum and without options', [survey, how]],
])('restores %s', (_, cards) => {
  const { questions, answers } = toAnsweredForm(cards);
  expect(toCards(questions, answers)).toEqual(cards);
});

it('shares a form among attempts with other answers, in any order of the questions', () => {
  const forms = [
    [how, what],
    [what, how],
    [card('How?', 0, false, true), card('What?', 1, false, false, false)],
  ].map((cards) => toAnsweredForm(cards));
  expect(new Set(forms.map(({ questions }) => questions)).size).toBe(1);
});

it.each<[string, QuestionScorecard]>([
  ['text', { ...how, questionText: 'How so?' }],
  ['maximum', { ...how, maxScore: 5 }],
  ['set of options', card('How?', 4, true)],
  ['correct option', { ...how, answerScorecards: how.answerScorecards.map((each) => ({ ...each, correct: true })) }],
])('uses another form for another %s', (_, other) => {
  const [formId, otherId] = [how, other].map((each) => formIdOf(toAnsweredForm([each]).questions));
  expect(otherId).not.toBe(formId);
});

it('stores only indices and scores as answers', () => {
  expect(toAnsweredForm([why, what]).answers).toBe('[[1,0],[0,0.5,0,1,2]]');
});
