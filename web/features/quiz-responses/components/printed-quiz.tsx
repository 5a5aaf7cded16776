import type { QuizColumn } from '../../../../api/contracts/quiz-columns.rule.js';
import { PrintedPerson } from '../../../shared/print/printed-person.js';
import { PrintedSheets, type PrintedTable } from '../../../shared/print/printed-sheets.js';
import { answerDisplay } from '../answer-display.js';
import { createLiveItems } from '../live-items.js';
import type { OpenQuiz } from '../open-quiz.js';
import { questionTotals, shownPoints } from '../question-totals.js';
import type { QuizStudentEntry } from '../quiz-view.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';

const COLUMNS_A_SHEET = 8;

interface PrintedQuizProps {
  open: OpenQuiz;
  columns: readonly QuizColumn[];
  /** The students shown on the page, and the number of students in the class. */
  students: readonly QuizStudentEntry[];
  enrolled: number;
}

/** The responses in print: every student and every question that the page shows. */
export function PrintedQuiz(props: PrintedQuizProps) {
  return <PrintedSheets columnsASheet={COLUMNS_A_SHEET} table={() => tableOf(props)} />;
}

function tableOf({ open, columns, students, enrolled }: PrintedQuizProps): PrintedTable {
  const { items, average } = createLiveItems(open).get();
  const totals = new Map(items.map((item) => [item.number, questionTotals(item)]));
  return {
    title: messages.titleOf(open.scenario.scenarioTitle),
    facts: [
      open.session.name,
      ...(students.length < enrolled ? [messages.shownOf(students.length, enrolled)] : []),
      `✓ ${messages.answers.correct}`,
      `✗ ${messages.answers.wrong}`,
    ],
    fixed: [messages.userName, messages.points],
    columns: columns.map(({ key, questionText }, index) => ({
      key,
      title: `${messages.questionNumber(index + 1)} ${questionText}`,
    })),
    rows: [
      {
        key: 'totals',
        head: messages.totals.title,
        fixed: [average === null ? '-' : String(shownPoints(average))],
        cells: columns.map((_, index) => totals.get(index + 1) ?? ''),
        total: true,
      },
      ...students.map(({ userId, username, name }) => ({
        key: userId,
        head: <PrintedPerson username={username} name={name} />,
        fixed: [pointsOf(open, userId)],
        cells: columns.map(({ key }) => answerOf(open, userId, key)),
      })),
    ],
  };
}

function pointsOf({ store }: OpenQuiz, userId: string): string {
  const value = store.get(userId)?.value;
  const attempt = value?.kind === 'student' ? value.attempt : null;
  return attempt ? `${attempt.questionsScore}/${attempt.maxQuestionsScore}` : '-';
}

/** Returns a printed answer. Paper has no tooltips, so the answers follow their marks. */
function answerOf({ store }: OpenQuiz, userId: string, column: string): string {
  const display = answerDisplay(store, store.get(userId)?.value, column);
  if (!display) return '-';
  return display.chosen
    .map(({ letter, correct, answerText }) => `${letter ?? (correct ? '✓' : '✗')} ${answerText}`)
    .join(', ');
}
