import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Member } from '../../../../api/contracts/user.contract.js';
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
import { LiveSign } from '../../../shared/ui/live-sign.js';
import { useErrorToast } from '../../../shared/toasts/use-error-toast.js';
import { type OpenQuiz, openQuiz } from '../open-quiz.js';
import { matchingStudents, type QuizStudentEntry, type QuizView } from '../quiz-view.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';
import { quizResponsesQuery, studentsQuery } from '../quiz-responses.api.js';
import { PrintedQuiz } from './printed-quiz.js';
import styles from './quiz-page.module.css';
import { QuizTable } from './quiz-table.js';

const ItemAnalysis = lazyPart(() => import('./item-analysis.js'), <Loading />);

interface QuizPageProps {
  quiz: SelectedQuiz;
  /** The view that is shown. */
  view: 'responses' | 'items';
  /** Rendered beside the heading. */
  download?: ((open: OpenQuiz) => ReactNode) | undefined;
  /** Called when the viewer selects a student's row. */
  onStudent?: ((open: OpenQuiz, student: QuizStudentEntry) => void) | undefined;
}

/** The responses to a quiz of a class, live, and the analysis of its questions. */
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

/** The answers of the students that match the search in the address. */
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

/** Explains that there is no data, and offers to retry. */
function NoQuizData({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <EmptyNote title={messages.noData}>
      <Button variant="outlined" disabled={busy} onClick={onRetry}>
        {busy ? messages.loading : messages.tryAgain}
      </Button>
    </EmptyNote>
  );
}

/** Header of the page: quiz, class and actions. */
function QuizHead({ open, download }: { open?: OpenQuiz; download?: ReactNode }) {
  return (
    <header className={classPage.header}>
      <h1>{messages.title}</h1>
      {open && <LiveSign />}
      {open && (
        <dl className={classPage.facts}>
          <div>
            <dt className="label">{messages.quiz}</dt>
            <dd>{open.scenario.scenarioTitle}</dd>
          </div>
          <div>
            <dt className="label">{messages.session}</dt>
            <dd>{open.session.name}</dd>
          </div>
        </dl>
      )}
      <div className={styles.actions}>{download}</div>
    </header>
  );
}

const SHOWN = 12;

interface QuizLoadingProps {
  students: readonly Member[] | undefined;
  isLoadingStudents: boolean;
}

/** Skeleton of the table while it loads. Names are shown before the answers arrive. */
function QuizLoading({ students, isLoadingStudents }: QuizLoadingProps) {
  const rows = Array.from({ length: students ? Math.min(SHOWN, students.length) : SHOWN }, (_, row) => students?.[row]);
  return (
    <>
      <div className={styles.waiting}>
        {isLoadingStudents && <Loading text={messages.loadingStudents} />}
        <Loading text={messages.loadingQuiz} />
      </div>
      <div aria-hidden="true" className={classPage.skeleton}>
        {rows.map((student, row) => (
          <div key={student?.id ?? row} className={styles.skeletonRow}>
            <span className={styles.skeletonName}>{student?.username ?? <Skeleton />}</span>
            <Skeleton variant="rectangular" height={28} />
          </div>
        ))}
      </div>
    </>
  );
}

const PATIENCE_MS = 5_000;

/** Returns true after five seconds without data. */
function useNoQuizData(hasData: boolean): boolean {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    if (hasData) return undefined;
    const timer = setTimeout(() => setWaited(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [hasData]);
  return waited && !hasData;
}

/** Loads a quiz of a class and, in parallel, the names of its students, which arrive earlier. */
function useQuizResponses(quiz: SelectedQuiz) {
  const responses = useQuery(quizResponsesQuery(quiz));
  const students = useQuery(studentsQuery(quiz.sessionId));
  useErrorToast(responses.error, messages.couldNotLoad);
  useErrorToast(students.error, messages.couldNotLoadStudents);
  const { data } = responses;
  return {
    open: useMemo(() => data && openQuiz(data), [data]),
    isFetching: responses.isFetching,
    retry: responses.refetch,
    students: students.data,
    isLoadingStudents: students.isPending,
  };
}
