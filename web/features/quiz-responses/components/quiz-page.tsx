import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { useLiveRows } from '../../../shared/live-client/use-live-rows.js';
import type { SelectedQuiz } from '../../../shared/session/selected-quiz.js';
import classPage from '../../../shared/ui/class-page.module.css';
import { Loading } from '../../../shared/ui/loading.js';
import type { OpenQuiz } from '../open-quiz.js';
import type { QuizStudentEntry } from '../quiz-view.js';
import { useNoQuizData } from '../use-no-quiz-data.js';
import { useQuizResponses } from '../use-quiz-responses.js';
import { NoQuizData } from './no-quiz-data.js';
import { QuizHead } from './quiz-head.js';
import { QuizLoading } from './quiz-loading.js';
import { QuizTable } from './quiz-table.js';

const ItemAnalysis = lazy(() => import('./item-analysis.js'));

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
          <strong>No quiz data found</strong> <span>Responses appear here as soon as students hand them in.</span>
        </p>
      )}
      {view === 'items' ? (
        <Suspense fallback={<Loading />}>
          <ItemAnalysis open={open} />
        </Suspense>
      ) : (
        <QuizTable open={open} view={shown} onStudent={onStudent && ((student) => onStudent(open, student))} />
      )}
    </div>
  );
}
