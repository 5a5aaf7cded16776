import { FREE_TEXT } from '../../../api/contracts/free-text.rule.js';
import { formKey } from '../../../api/contracts/quiz-topic.rule.js';
import type { QuizRow } from '../../../api/contracts/quiz.contract.js';
import { createRowStore } from '../../shared/live-client/row-store.js';
import { answerDisplay } from './answer-display.js';

const answers = [
  { answerText: 'Listed', correct: true },
  { answerText: FREE_TEXT, correct: false },
];
const form: QuizRow = {
  kind: 'form',
  questions: ['How?', 'Why?'].map((questionText, position) => ({ questionText, maxScore: 10, position, answers })),
};
const student = (freeText?: string): QuizRow => ({
  kind: 'student',
  username: 'ada',
  firstName: '',
  lastName: '',
  enabled: true,
  attempt: {
    attemptId: '0198c0de-00e1-7000-8000-000000000001',
    time: '2026-03-02T09:00:00Z',
    questionsScore: 0,
    maxQuestionsScore: 20,
    passed: false,
    tooFast: false,
    level: 'Witnessed',
    form: 'f',
    scores: [0, 0],
    chosen: ['11', '01'],
    ...(freeText !== undefined && { freeText }),
  },
});
const store = createRowStore<QuizRow>([{ key: formKey('f'), sequence: 1, value: form }], (run) => run());
const shown = (column: string, freeText?: string) =>
  answerDisplay(store, student(freeText), column)?.chosen.map(({ answerText }) => answerText);

it('shows the text that a student typed in place of its placeholder', () => {
  expect(shown('1:How?', '["by burning","because"]')).toEqual(['Listed', 'by burning']);
  expect(shown('1:Why?', '["by burning","because"]')).toEqual(['because']);
});

it('shows that a typed text was erased', () => {
  expect(shown('1:Why?', '[erased]')).toEqual(['[erased]']);
});

it('shows the answers of a form unchanged when nothing was typed', () => {
  expect(shown('1:How?')).toEqual(['Listed', FREE_TEXT]);
});
