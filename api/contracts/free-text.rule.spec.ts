import { FREE_TEXT, readFreeText, withFreeText, writeFreeText } from './free-text.rule.js';
import type { QuestionScorecard } from './score.contract.js';

const card = (...texts: string[]): QuestionScorecard => ({
  questionText: 'Why?',
  score: 0,
  maxScore: 1,
  answerScorecards: texts.map((answerText) => ({ answerText, answered: true, correct: false })),
});
const stored = [card('Listed', FREE_TEXT), card(FREE_TEXT)];

it('replaces placeholders with typed texts, in order', () => {
  const freeText = writeFreeText(['first', 'second']);
  expect(withFreeText(stored, freeText)).toEqual([card('Listed', 'first'), card('second')]);
});

it.each(['[erased]', 'null', '{}', '[]', '[1,2]'])('reads %s as erased texts', (freeText) => {
  expect(withFreeText(stored, freeText)).toEqual([card('Listed', '[erased]'), card('[erased]')]);
});

it('does not change cards without typed texts, including redacted cards', () => {
  const old = [card('Listed', '[erased]'), card(FREE_TEXT)];
  expect(withFreeText(old, null)).toEqual(old);
  expect(withFreeText(old, undefined)).toEqual(old);
  expect(writeFreeText([])).toBeUndefined();
});

it('returns only the texts that were typed', () => {
  const next = readFreeText('["only"]');
  expect([next(), next()]).toEqual(['only', '[erased]']);
});
