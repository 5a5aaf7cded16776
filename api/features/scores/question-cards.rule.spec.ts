import type { Scenario } from '../../contracts/catalogue.contract.js';
import { FREE_TEXT, withFreeText } from '../../contracts/free-text.rule.js';
import type { QuestionScorecard } from '../../contracts/score.contract.js';
import { competeScenario, quizScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import { checkCards } from './question-cards.rule.js';

const [first] = sampleAttempt(null, quizScenario).questionScorecards as [QuestionScorecard];
const check = (cards: QuestionScorecard[], questionsScore = 0, scenario: Scenario = quizScenario) =>
  checkCards({ questionsScore, questionScorecards: cards }, scenario);
const fields = (...asked: Parameters<typeof check>) => Object.keys(check(...asked).errors);
const invented = (count: number, changes: Partial<QuestionScorecard> = {}) =>
  Array.from({ length: count }, (_, index) => ({
    questionText: `Invented ${index}`,
    score: 0,
    maxScore: 1_000_000,
    answerScorecards: [],
    ...changes,
  }));

describe('the question cards of a scenario that lists questions', () => {
  it('are accepted when they match the catalogue, in any order and with omissions', () => {
    const { questionScorecards } = sampleAttempt(null, quizScenario);
    expect(check(questionScorecards, 10)).toMatchObject({ errors: {}, cards: questionScorecards });
    expect(check(questionScorecards.toReversed(), 10).errors).toEqual({});
    expect(check([first], 10).errors).toEqual({});
    expect(check([], 0).errors).toEqual({});
  });

  it('match questions by trimmed text, and are stored with the text of the catalogue', () => {
    const { errors, cards } = check([{ ...first, questionText: `  ${first.questionText} ` }], 10);
    expect([errors, cards]).toEqual([{}, [first]]);
  });

  it.each<[string, QuestionScorecard[], number, string[]]>([
    ['invented questions', invented(200), 0, ['QuestionScorecards']],
    ['a question twice', [first, { ...first, score: 0 }], 10, ['QuestionScorecards']],
    ['a different maximum', [{ ...first, maxScore: 1_000 }], 10, ['QuestionScorecards']],
    ['a missing maximum', [{ ...first, maxScore: null }], 10, ['QuestionScorecards']],
    ['more points than the maximum', [{ ...first, score: 11 }], 11, ['QuestionScorecards']],
    ['points without an answer', [], 40, ['QuestionsScore']],
    ['a different sum', [first], 20, ['QuestionsScore']],
  ])('are rejected with %s', (_, cards, questionsScore, wrong) => {
    expect(fields(cards, questionsScore)).toEqual(wrong);
  });

  it('give no points for a question without a maximum', () => {
    const { questions } = quizScenario;
    const ungraded = { ...questions.find(({ maxScore }) => maxScore === null)!, answerScorecards: [] };
    const card = { questionText: ungraded.questionText, maxScore: null, score: 0, answerScorecards: [] };
    expect(fields([card, { ...first, score: 0 }], 0)).toEqual([]);
    expect(fields([{ ...card, maxScore: 0 }], 0)).toEqual([]);
    expect(fields([{ ...card, score: 5 }], 5)).toEqual(['QuestionScorecards']);
  });

  it('distinguish questions of the same text by their maxima, in any order', () => {
    const [question] = quizScenario.questions;
    const scenario = { ...quizScenario, questions: [question!, { ...question!, maxScore: 5 }] };
    const lower = { ...first, maxScore: 5, score: 5 };
    expect(fields([lower, first], 15, scenario)).toEqual([]);
    expect(fields([lower, lower], 10, scenario)).toEqual(['QuestionScorecards']);
  });

  it('have room for a free text and a few answers beyond the catalogue', () => {
    const free = (length: number) => ({ answerText: 'x'.repeat(length), answered: true, correct: false });
    const withAnswers = (...more: ReturnType<typeof free>[]) => [
      { ...first, answerScorecards: [...first.answerScorecards, ...more] },
    ];
    expect(fields(withAnswers(free(500)), 10)).toEqual([]);
    expect(fields(withAnswers(free(400), free(101)), 10)).toEqual(['QuestionScorecards']);
    expect(fields(withAnswers(free(1), free(1), free(1)), 10)).toEqual(['QuestionScorecards']);
  });

  it('report at most twenty errors', () => {
    expect(check(invented(200)).errors['QuestionScorecards']).toHaveLength(20);
  });
});

describe('answers that the catalogue does not list', () => {
  const [listed] = first.answerScorecards;
  const withText = (answerText: string) => [
    { ...first, answerScorecards: [...first.answerScorecards, { answerText, answered: true, correct: false }] },
  ];
  const lastOf = (cards: readonly QuestionScorecard[]) => cards[0]!.answerScorecards.at(-1)!.answerText;

  it('are stored separately, with placeholders in the cards', () => {
    const { cards, freeText } = check(withText('Ask Ada Lovelace'), 10);
    expect([lastOf(cards), freeText]).toEqual([FREE_TEXT, '["Ask Ada Lovelace"]']);
    expect(withFreeText(cards, freeText)).toEqual(withText('Ask Ada Lovelace'));
    expect(check(sampleAttempt(null, quizScenario).questionScorecards, 10).freeText).toBeUndefined();
  });

  it('are distinguished from listed ones by trimmed text', () => {
    const { cards, freeText } = check(withText(` ${listed!.answerText} `), 10);
    expect([lastOf(cards), freeText]).toEqual([listed!.answerText, undefined]);
  });

  it('keep their text when it equals the placeholder', () => {
    const { cards, freeText } = check(withText(FREE_TEXT), 10);
    expect(withFreeText(cards, freeText)).toEqual(withText(FREE_TEXT));
  });

  it('are all non-empty answers of a scenario that lists no questions', () => {
    const answers = ['typed', ''].map((answerText) => ({ answerText, answered: true, correct: false }));
    const { cards, freeText } = check(invented(1, { answerScorecards: answers }), 0, competeScenario);
    expect(cards[0]!.answerScorecards.map(({ answerText }) => answerText)).toEqual([FREE_TEXT, '']);
    expect(freeText).toBe('["typed"]');
  });
});

describe('the question cards of a scenario that lists none', () => {
  it('are limited to a few kB', () => {
    const text = 'x'.repeat(500);
    expect(fields(invented(5, { questionText: text }), 0, competeScenario)).toEqual([]);
    expect(fields(invented(10, { questionText: text }), 0, competeScenario)).toEqual(['QuestionScorecards']);
  });

  it('may be larger for a quiz, whose points are checked against its maxima only', () => {
    const quiz = { ...quizScenario, questions: [] };
    expect(fields(invented(100), 40, quiz)).toEqual([]);
    expect(fields(invented(200), 40, quiz)).toEqual(['QuestionScorecards']);
    expect(fields(invented(1, { score: 2, maxScore: 1 }), 2, quiz)).toEqual(['QuestionScorecards']);
  });
});
