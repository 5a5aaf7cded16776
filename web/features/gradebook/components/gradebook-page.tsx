import { mdiTune } from '@mdi/js';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ClassSession, ClassSessionDetails } from '../../../../api/contracts/group.contract.js';
import classPage from '../../../shared/ui/class-page.module.css';
import { LiveSign } from '../../../shared/ui/live-sign.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { useLiveSnapshot } from '../../../shared/live-client/use-live-rows.js';
import { usePageSubject } from '../../../shared/page-subject.js';
import { dateAndTime } from '../../../shared/readable-time.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Loading } from '../../../shared/ui/loading.js';
import { useErrorToast } from '../../../shared/toasts/use-error-toast.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import { GRADE_BANDS, TOO_FAST } from '../cell-display.js';
import type { CellTools } from '../cell-tools.js';
import { gradebookQuery } from '../gradebook.api.js';
import { openGradebook } from '../open-gradebook.js';
import { GradebookGrid, type QuizAddress } from './gradebook-grid.js';
import styles from './gradebook-page.module.css';

interface GradebookPageProps {
  sessionId: string;
  quizTo: QuizAddress;
  /** More buttons for the toolbar, such as downloads. */
  tools?: ReactNode;
  cellTools: CellTools;
}

/** The live gradebook of a class. */
export function GradebookPage({ sessionId, ...parts }: GradebookPageProps) {
  const { gradebook, failed, retry } = useGradebook(sessionId);
  if (failed) return <LoadFailed what={messages.theGradebook} onRetry={retry} />;
  return gradebook ? <LoadedGradebook {...gradebook} {...parts} /> : <GradebookSkeleton />;
}

type LoadedGradebookProps = NonNullable<ReturnType<typeof useGradebook>['gradebook']> &
  Omit<GradebookPageProps, 'sessionId'>;

function LoadedGradebook({ session, open, ...parts }: LoadedGradebookProps) {
  const { endDate } = useLiveSnapshot<ClassSession>('class', session.id) ?? session;
  const [toolsOpen, setToolsOpen] = useState(false);
  usePageSubject(session.name);
  return (
    <div className={`${classPage.page} ${styles.page}`} data-tools={toolsOpen ? 'open' : 'folded'}>
      <header className={`${classPage.header} ${styles.header}`}>
        <h1>{messages.title(session.groupName)}</h1>
        <LiveSign />
        <ToolsToggle isOpen={toolsOpen} onToggle={() => setToolsOpen(!toolsOpen)} />
        <GradebookFacts session={session} />
        <GradeLegend />
      </header>
      <ClassEndedNotice endDate={endDate} />
      <GradebookGrid session={session} ended={endDate !== null} open={open} {...parts} />
    </div>
  );
}

/** Loads the gradebook of a class; `gradebook` is undefined while it loads and after a failure. */
function useGradebook(sessionId: string) {
  const { data, error, refetch } = useQuery(gradebookQuery(sessionId));
  useErrorToast(error, messages.couldNotLoad);
  const gradebook = useMemo(() => data && { session: data.session, open: openGradebook(data) }, [data]);
  return { gradebook, failed: error !== null && !data, retry: () => void refetch() };
}

/** Notice that the class has ended. */
function ClassEndedNotice({ endDate }: { endDate: string | null }) {
  return (
    <p role="status" className={endDate ? classPage.notice : 'visually-hidden'}>
      {endDate && messages.ended(dateAndTime(endDate))}
    </p>
  );
}

/** Name of the class and the course code. */
function GradebookFacts({ session }: { session: ClassSessionDetails }) {
  return (
    <dl className={`${classPage.facts} ${styles.facts}`}>
      <div>
        <dt className="label">{messages.session}</dt>
        <dd>{session.name}</dd>
      </div>
      <div>
        <dt className="label">{messages.accessCode}</dt>
        <dd className="figures">{session.accessCode ?? messages.noCode}</dd>
      </div>
    </dl>
  );
}

/** Legend of the letter grades in percent, and of the mark for results that were too fast. */
function GradeLegend() {
  return (
    <ul className={styles.legend} aria-label={messages.legend}>
      {GRADE_BANDS.map(([grade, percent]) => (
        <li key={grade} data-grade={grade}>
          <b>{grade}</b> <span className="figures">{percent}</span>
        </li>
      ))}
      <li>
        <span aria-hidden="true">{TOO_FAST}</span> {messages.tooFast}
      </li>
    </ul>
  );
}

interface ToolsToggleProps {
  isOpen: boolean;
  onToggle: () => void;
}

/** Expands filters, tools and legend on a phone, and shows whether a collapsed filter is set. Hidden on larger screens. */
function ToolsToggle({ isOpen, onToggle }: ToolsToggleProps) {
  const [address] = useSearchParams();
  const isFiltered = address.has('search') || address.has('campaign');
  return (
    <Button
      variant="outlined"
      size="small"
      className={styles.toggle}
      startIcon={<Icon path={mdiTune} />}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {isFiltered ? messages.toolbar.toolsFiltered : messages.toolbar.tools}
    </Button>
  );
}

const ROWS = Array.from({ length: 12 }, (_, row) => row);

/** Skeleton of the page while the gradebook loads. */
function GradebookSkeleton() {
  return (
    <div className={classPage.page}>
      <div aria-hidden="true">
        <Skeleton width="min(340px, 70%)" height={34} />
        <Skeleton width="min(220px, 50%)" height={24} />
      </div>
      <Loading />
      <div aria-hidden="true" className={classPage.skeleton}>
        {ROWS.map((row) => (
          <Skeleton key={row} variant="rectangular" height={28} />
        ))}
      </div>
    </div>
  );
}
