import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { lazyPart } from '../../../shared/lazy/lazy-part.js';
import { useLiveRows } from '../../../shared/live-client/use-live-rows.js';
import type { SelectedQuiz } from '../../../shared/session/selected-quiz.js';
import classPage from '../../../shared/ui/class-page.module.css';
import { ShowNamesField } from '../../../shared/names/show-names-field.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { Loading } from '../../../shared/ui/loading.js';
import { PrintButton } from '../../../shared/ui/print-button.js';
import { SearchField } from '../../../shared/ui/search-field.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import type { OpenQuiz } from '../open-quiz.js';
import { matchingStudents, type QuizStudentEntry, type QuizView } from '../quiz-view.js';
import { useNoQuizData } from '../use-no-quiz-data.js';
import { useQuizResponses } from '../use-quiz-responses.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';
import { NoQuizData } from './no-quiz-data.js';
import { QuizHead } from './quiz-head.js';
import { QuizLoading } from './quiz-loading.js';
import { PrintedQuiz } from './printed-quiz.js';
import styles from './quiz-page.module.css';
import { QuizTable } from './quiz-table.js';

const ItemAnalysis = lazyPart(() => import('./item-analysis.js'), <Loading />);

interface QuizPageProps {
  quiz: SelectedQuiz;
  /** Which of the two views is shown. */
  view: 'responses' | 'items';
  /** Stands beside the heading. */
  download?: ((open: OpenQuiz) => ReactNode) | undefined;
  /** A student's row was chosen. */
  onStudent?: ((open: OpenQuiz, student: QuizStudentEntry) => void) | undefined;
}

/** The responses to a quiz of a class, live, and what they say of its questions. */
export function QuizPage({ quiz, ...shown }: QuizPageProps) {
  const { open, isFetching, retry, students, isLoadingStudents } = useQuizResponses(quiz);
  const isOut = useNoQuizData(open !== undefined);
  if (open) return <OpenPage open={open} {...shown} />;
  return (
    <div className={classPage.page}>
      <QuizHead />
      {isOut ? (
        <NoQuizData busy={isFetching} onRetry={() => void retry()} />
      ) : (
        <QuizLoading students={students} isLoadingStudents={isLoadingStudents} />
      )}
    </div>
  );
}

function OpenPage({ open, view, download, onStudent }: Omit<QuizPageProps, 'quiz'> & { open: OpenQuiz }) {
  useLiveRows({ topic: 'quiz', id: open.topicId, store: open.store, from: open.from });
  const shown = useSyncExternalStore(open.view.subscribe, open.view.get);
  const isOut = useNoQuizData(shown.responses > 0);
  return (
    <div className={classPage.page}>
      <QuizHead open={open} download={download?.(open)} />
      {isOut && (
        <p role="status" className={classPage.notice}>
          <strong>{messages.noData}</strong> <span>{messages.noDataYet}</span>
        </p>
      )}
      {view === 'items' ? <ItemAnalysis open={open} /> : <Responses open={open} view={shown} onStudent={onStudent} />}
    </div>
  );
}

interface ResponsesProps {
  open: OpenQuiz;
  view: QuizView;
  onStudent: QuizPageProps['onStudent'];
}

/** The students that match the search of the address, with their answers. */
function Responses({ open, view, onStudent }: ResponsesProps) {
  const [address, change] = useSearchInUrl();
  const search = address.get('search') ?? '';
  const students = useMemo(() => matchingStudents(view.students, search), [view.students, search]);
  return (
    <>
      <div className={styles.toolbar}>
        <SearchField value={search} placeholder={messages.searchHint} onSearch={(text) => change({ search: text })} />
        <ShowNamesField />
        <PrintButton />
      </div>
      {students.length === 0 && search !== '' ? (
        <EmptyNote title={messages.noMatch(search)}>
          <p>{messages.noMatchHelp}</p>
        </EmptyNote>
      ) : (
        <QuizTable
          open={open}
          columns={view.columns}
          students={students}
          onStudent={onStudent && ((student) => onStudent(open, student))}
        />
      )}
      <PrintedQuiz open={open} columns={view.columns} students={students} enrolled={view.students.length} />
    </>
  );
}
