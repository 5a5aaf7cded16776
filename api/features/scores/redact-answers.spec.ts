import { quizScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import { answerRedaction } from './redact-answers.js';

const attempt = sampleAttempt(null, quizScenario);
const [question] = attempt.questionScorecards;
const typed = { answerText: 'Ada Lovelace, born in London', answered: true, correct: false };
const withFreeText = {
  ...attempt,
  questionScorecards: [{ ...question!, answerScorecards: [...question!.answerScorecards, typed] }],
};
const { redact } = answerRedaction([[], [quizScenario]]);

it('replaces only answers that no edition of the catalogue offers for the question', () => {
  expect(redact(withFreeText)).toEqual({
    ...attempt,
    questionScorecards: [
      { ...question!, answerScorecards: [...question!.answerScorecards, { ...typed, answerText: '[erased]' }] },
    ],
  });
});

it('redacts an answer that the catalogue offers for another question or scenario only', () => {
  const elsewhere = { ...quizScenario, scenarioId: '0198c0de-0001-7000-8000-0000000000ff' };
  const asText = JSON.stringify(answerRedaction([[elsewhere]]).redact(attempt));
  for (const { answerText } of question!.answerScorecards) expect(asText).not.toContain(answerText);
});

it('finds nothing to redact in offered answers, in redacted events and in encrypted ones', () => {
  expect(redact(attempt)).toBeNull();
  expect(redact(redact(withFreeText)!)).toBeNull();
  expect(redact({ ...withFreeText, $sealed: 'ciphertext' })).toBeNull();
});
