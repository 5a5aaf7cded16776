import type { GivenAnswer } from '../../contracts/score.contract.js';
import { answeredAttempt, competeScenario, quizScenario, sampleAnswers } from '../../testing/sample-attempt.js';
import { withQuestionIds } from '../../contracts/question-ids.rule.js';
import { decideScore } from './score.stream.js';

const [quiz] = withQuestionIds([quizScenario]);
const questions = quiz!.questions;
const now = Date.now();
const witness = { beganAt: now - 60_000, edition: 3 };

const decide = (answers: GivenAnswer[], changes: Partial<Parameters<typeof decideScore>[0]> = {}, body: object = {}) =>
  decideScore({
    attempt: answeredAttempt(null, answers, body),
    userId: '0198c0de-00a1-7000-8000-000000000001',
    organizationId: null,
    scenario: quiz,
    edition: 3,
    classOfAttempt: null,
    witness,
    now,
    ...changes,
  }).data;

it('stores the score, the pass mark and the cards that follow from the answers, and the edition', () => {
  const data = decide(sampleAnswers(quizScenario, 3));
  const scores = questions.map(({ maxScore }, index) => (index < 3 ? (maxScore ?? 0) : 0));
  expect(data).toMatchObject({
    questionsScore: scores.reduce((sum, score) => sum + score, 0),
    passed: true,
    scoredEdition: 3,
    questionScorecards: questions.map(({ questionText, maxScore }, index) => ({
      questionText,
      maxScore,
      score: scores[index],
    })),
  });
  expect(data).not.toHaveProperty('answers');
  expect(data).not.toHaveProperty('flags');
});

it('stores a question without an answer as unanswered', () => {
  const { questionsScore, passed, questionScorecards } = decide([]);
  expect({ questionsScore, passed }).toEqual({ questionsScore: 0, passed: false });
  const answered = questionScorecards.flatMap((card) => card.answerScorecards.filter((each) => each.answered));
  expect([questionScorecards.length, answered]).toEqual([questions.length, []]);
});

it('is verified with a witness, and reported without one', () => {
  const answers = sampleAnswers(quizScenario, 4);
  expect(decide(answers).level).toBe('Verified');
  expect(decide(answers, { witness: undefined })).not.toHaveProperty('level');
});

it('is only witnessed when the game claims points besides the answers', () => {
  const scenario = { ...quiz!, maxTotalScore: 10 };
  expect(decide([], { scenario }, { maxTotalScore: 10, totalScore: 5 }).level).toBe('Witnessed');
});

it('encrypts what the player typed', () => {
  const answers = [{ questionId: questions[0]!.questionId!, chosen: [], text: 'My own words' }];
  const data = decide(answers);
  expect(JSON.parse(data.freeText!)).toEqual(['My own words']);
  expect(JSON.stringify(data.questionScorecards)).not.toContain('My own words');
});

it.each([
  ['question cards', { questionScorecards: [{}] }, 'QuestionScorecards'],
  ['a score', { questionsScore: 10 }, 'QuestionsScore'],
  ['a pass', { passed: true }, 'Passed'],
])('rejects %s of the game besides the answers', (_, body, field) => {
  const errors = { [field]: [expect.any(String)] };
  expect(() => decide([], {}, body)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED', errors }) as Error);
});

it.each<[string, GivenAnswer[], string]>([
  ['another question', [{ questionId: quiz!.scenarioId, chosen: [] }], 'is not a question of this scenario.'],
  ['an option that is not listed', [{ questionId: questions[0]!.questionId!, chosen: [9] }], 'has only 3 options.'],
  ['two answers to a question', [0, 1].map(() => sampleAnswers(quizScenario, 1)[0]!), 'is answered twice.'],
])('rejects %s by this edition', (_, answers, message) => {
  expect(() => decide(answers)).toThrow(
    expect.objectContaining({
      code: 'SCORE_ABOVE_MAXIMUM',
      errors: { Answers: [expect.stringContaining(message)] },
    }) as Error,
  );
});

it('rejects answers to a scenario that is not a quiz', () => {
  const { scenarioType: scoreCardType, maxTotalScore, maxQuestionsScore } = competeScenario;
  expect(() => decide([], { scenario: competeScenario }, { scoreCardType, maxTotalScore, maxQuestionsScore })).toThrow(
    expect.objectContaining({ errors: { Answers: ['Only quizzes have answers.'] } }) as Error,
  );
});
