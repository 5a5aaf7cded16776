import type { ReactNode } from 'react';
import classPage from '../../../shared/ui/class-page.module.css';
import { LiveSign } from '../../../shared/ui/live-sign.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import type { QuizAddress } from '../quiz-address.js';
import { useClassEnd } from '../use-class-end.js';
import { useGradebook } from '../use-gradebook.js';
import { ClassEndedNotice } from './class-ended-notice.js';
import { GradeLegend } from './grade-legend.js';
import { GradebookFacts } from './gradebook-facts.js';
import { GradebookGrid } from './gradebook-grid.js';
import { GradebookSkeleton } from './gradebook-skeleton.js';

interface GradebookPageProps {
  sessionId: string;
  quizTo: QuizAddress;
  /** More for the toolbar, as downloads. */
  tools?: ReactNode;
}

/** A class's gradebook, live. */
export function GradebookPage({ sessionId, quizTo, tools }: GradebookPageProps) {
  const { gradebook, failed, retry } = useGradebook(sessionId);
  if (failed) return <LoadFailed what="The gradebook" onRetry={retry} />;
  return gradebook ? <LoadedGradebook {...gradebook} quizTo={quizTo} tools={tools} /> : <GradebookSkeleton />;
}

type LoadedGradebookProps = NonNullable<ReturnType<typeof useGradebook>['gradebook']> &
  Omit<GradebookPageProps, 'sessionId'>;

function LoadedGradebook({ session, open, quizTo, tools }: LoadedGradebookProps) {
  const endDate = useClassEnd(session);
  return (
    <div className={classPage.page}>
      <header className={classPage.header}>
        <h1>Gradebook for {session.groupName}</h1>
        <LiveSign />
        <GradebookFacts session={session} />
        <GradeLegend />
      </header>
      <ClassEndedNotice endDate={endDate} />
      <GradebookGrid session={session} ended={endDate !== null} open={open} quizTo={quizTo} tools={tools} />
    </div>
  );
}
