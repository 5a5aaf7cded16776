import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { cellKey } from '../../../api/contracts/cell-key.rule.js';
import { DownloadCsvButton } from '../../features/exports/components/download-csv-button.js';
import { quizExports } from '../../features/exports/export-choices.js';
import type { AttemptsOf } from '../../features/gradebook/components/attempts-dialog.js';
import { RegradeButton } from '../../features/grades/components/regrade-button.js';
import { AnswerReleaseSwitch } from '../../features/quiz-responses/components/answer-release.js';
import { QuizPage } from '../../features/quiz-responses/components/quiz-page.js';
import type { OpenQuiz } from '../../features/quiz-responses/open-quiz.js';
import type { QuizStudentEntry } from '../../features/quiz-responses/quiz-view.js';
import { type QuizNames, useResolvedQuiz } from '../../features/quiz-responses/resolve-quiz.js';
import { entryMessages } from '../../shared/entry.messages.js';
import { lazyDialog } from '../../shared/lazy/lazy-part.js';
import { usePageSubject } from '../../shared/page-subject.js';
import { EmptyNote } from '../../shared/ui/empty-note.js';
import { Loading } from '../../shared/ui/loading.js';
import { Page } from '../../shared/ui/page.js';
import { ViewTabs } from '../../shared/ui/view-tabs.js';
import { appMessages } from '../app.messages.js';
import { framesMessages as messages } from '../frames.messages.js';
import { paths } from '../paths.js';

const QuizAttempts = lazyDialog(() => import('./quiz-attempts.js'));

/** The quiz named by the address, both in the instructor area and in its own tab. */
export function ClassQuiz({ gradebookTo }: { gradebookTo: (params: { sessionId: string }) => string }) {
  const { sessionName = '', scenarioShortTitle = '' } = useParams();
  usePageSubject(`${scenarioShortTitle} - ${sessionName}`);
  return (
    <NamedQuiz
      key={`${sessionName}/${scenarioShortTitle}`}
      names={{ sessionName, scenarioShortTitle }}
      gradebookTo={gradebookTo}
    />
  );
}

interface NamedQuizProps {
  names: QuizNames;
  gradebookTo: (params: { sessionId: string }) => string;
}

function NamedQuiz({ names, gradebookTo }: NamedQuizProps) {
  const { quiz, retry } = useResolvedQuiz(names);
  const [search] = useSearchParams();
  const [shown, setShown] = useState<{ courseId: string; of: AttemptsOf; student: QuizStudentEntry } | null>(null);
  if (quiz === undefined) return <Loading />;
  if (quiz === null) return <NoSuchQuiz names={names} onRetry={() => void retry()} />;
  const { pages } = appMessages;
  const view = search.get('view') === 'items' ? 'items' : 'responses';
  return (
    <>
      <ViewTabs
        label={messages.viewsOfQuiz}
        tabs={[
          { label: pages.gradebook, to: gradebookTo({ sessionId: quiz.sessionId }), current: false },
          { label: pages.quiz, to: '?', current: view === 'responses' },
          { label: pages.itemAnalysis, to: '?view=items', current: view === 'items' },
        ]}
      />
      <QuizPage
        quiz={quiz}
        view={view}
        download={downloadOf}
        onStudent={(open, student) => setShown({ courseId: open.session.groupId, of: attemptsOf(open), student })}
      />
      {shown && (
        <QuizAttempts
          courseId={shown.courseId}
          open={shown.of}
          student={shown.student}
          scenario={shown.of.scenarios[0] ?? null}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

const downloadOf = ({ session, scenario }: OpenQuiz) => (
  <>
    <AnswerReleaseSwitch sessionId={session.id} />
    <RegradeButton courseId={session.groupId} sessionId={session.id} scenario={scenario} />
    <DownloadCsvButton choices={quizExports(session.id, scenario.scenarioId)} />
  </>
);

function NoSuchQuiz({ names, onRetry }: { names: QuizNames; onRetry: () => void }) {
  const navigate = useNavigate();
  return (
    <Page title={appMessages.pages.quiz}>
      <EmptyNote title={messages.noSuchQuiz}>
        <p>{messages.noSuchQuizHelp(names.sessionName, names.scenarioShortTitle)}</p>
        <Button variant="outlined" onClick={onRetry}>
          {entryMessages.tryAgain}
        </Button>
        <Button onClick={() => void navigate(paths.instructorCourses.to())}>{messages.viewAllCourses}</Button>
      </EmptyNote>
    </Page>
  );
}

/** Adapts a quiz, which stores students, to the attempts dialog, which expects cells. */
const attemptsOf = ({ session, scenario, store }: OpenQuiz): AttemptsOf => ({
  sessionId: session.id,
  scenarios: [scenario],
  store: {
    subscribeAny: (listener) =>
      store.subscribeAny((keys) => listener(new Set([...keys].map((key) => cellKey(key, scenario.scenarioId))))),
  },
});
