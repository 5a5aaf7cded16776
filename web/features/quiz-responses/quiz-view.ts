import type { Question } from '../../../api/contracts/catalogue.contract.js';
import { answeredQuizzes } from '../../../api/contracts/quiz-answers.rule.js';
import { type QuizColumn, quizColumns } from '../../../api/contracts/quiz-columns.rule.js';
import type { QuizForm, QuizRow } from '../../../api/contracts/quiz.contract.js';
import { naturalOrder } from '../../shared/names/natural-order.js';
import type { RowStore } from '../../shared/live-client/row-store.js';

export interface QuizStudentEntry {
  userId: string;
  username: string;
  name: string;
  enabled: boolean;
}

/** Rows and columns of the table. Each cell subscribes to its own content. */
export interface QuizView {
  /** Sorted by username in natural order. */
  students: readonly QuizStudentEntry[];
  columns: readonly QuizColumn[];
  responses: number;
}

/** Creates the rows and columns of a quiz, kept current; each part is the same object until it changes. */
export function createQuizView(store: RowStore<QuizRow>, questions: readonly Question[]) {
  let asked: readonly QuizForm[] = [];
  let current: QuizView = { students: [], columns: quizColumns(questions, []), responses: 0 };

  function read(): QuizView {
    const quizzes = answeredQuizzes([...store.entries()].map(([, row]) => row));
    const forms = [...new Set(quizzes.map(({ form }) => form))];
    const isSameForms = forms.length === asked.length && forms.every((form) => asked.includes(form));
    const columns = isSameForms ? current.columns : quizColumns(questions, forms);
    asked = forms;
    const students = sameOr(current.students, studentsOf(store));
    const responses = quizzes.length;
    const isSame = columns === current.columns && students === current.students && responses === current.responses;
    return isSame ? current : { students, columns, responses };
  }

  current = read();
  return {
    get: (): QuizView => current,
    subscribe: (listener: () => void) =>
      store.subscribeAny(() => {
        const next = read();
        if (next === current) return;
        current = next;
        listener();
      }),
  };
}
export type LiveQuizView = ReturnType<typeof createQuizView>;

function studentsOf(store: RowStore<QuizRow>): QuizStudentEntry[] {
  const entries: QuizStudentEntry[] = [];
  for (const [userId, { value }] of store.entries()) {
    if (value?.kind !== 'student') continue;
    const { username, firstName, lastName, enabled } = value;
    entries.push({ userId, username, name: `${firstName} ${lastName}`.trim(), enabled });
  }
  return entries.toSorted((a, b) => naturalOrder(a.username, b.username));
}

const sameOr = (
  previous: readonly QuizStudentEntry[],
  next: readonly QuizStudentEntry[],
): readonly QuizStudentEntry[] =>
  previous.length === next.length && next.every((entry, index) => isEqual(entry, previous[index])) ? previous : next;

const isEqual = (a: QuizStudentEntry, b: QuizStudentEntry | undefined): boolean =>
  a.userId === b?.userId && a.username === b.username && a.name === b.name && a.enabled === b.enabled;

/** Returns the students whose username or name contains the text; all of them for an empty text. */
export function matchingStudents(students: readonly QuizStudentEntry[], search: string): readonly QuizStudentEntry[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return students;
  return students.filter(({ username, name }) => `${username} ${name}`.toLowerCase().includes(wanted));
}
