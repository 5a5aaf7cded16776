import { defaultCatalogue } from '../features/catalogue/default-catalogue.js';
import { withQuestionIds } from './question-ids.rule.js';

const catalogue = defaultCatalogue();
const quiz = catalogue.find(({ scenarioType }) => scenarioType === 'Quiz')!;
const idsOf = (scenario: typeof quiz) => withQuestionIds([scenario])[0]!.questions.map(({ questionId }) => questionId);

it('derives the same unique ids each time', () => {
  const ids = withQuestionIds(catalogue).flatMap(({ questions }) => questions.map(({ questionId }) => questionId));
  expect(ids).toEqual(withQuestionIds(catalogue).flatMap(({ questions }) => questions.map((each) => each.questionId)));
  expect(new Set(ids).size).toBe(9);
  // Results of games that wait offline contain these ids, so they must not change.
  expect(idsOf(quiz)[0]).toBe('225cd173-6f6a-5cff-894a-6e871cb19e96');
});

it('derives another id for another scenario, position or text', () => {
  const [first, ...others] = quiz.questions;
  const elsewhere = idsOf({ ...quiz, scenarioId: catalogue[0]!.scenarioId });
  const later = idsOf({ ...quiz, questions: [...others, first!] });
  const reworded = idsOf({ ...quiz, questions: [{ ...first!, questionText: 'Another?' }, ...others] });
  expect(new Set([idsOf(quiz)[0], elsewhere[0], later.at(-1), reworded[0]]).size).toBe(4);
});

it('keeps published ids', () => {
  const questionId = '0198c0de-0003-7000-8000-000000000001';
  const [first, ...others] = quiz.questions;
  const ids = idsOf({ ...quiz, questions: [{ ...first!, questionId }, ...others] });
  expect(ids).toEqual([questionId, ...idsOf(quiz).slice(1)]);
});
