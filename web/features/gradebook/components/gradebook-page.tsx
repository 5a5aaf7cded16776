import { useState, type ReactNode } from 'react';
import classPage from '../../../shared/ui/class-page.module.css';
import { LiveSign } from '../../../shared/ui/live-sign.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { usePageSubject } from '../../../shared/page-subject.js';
import type { QuizAddress } from '../quiz-address.js';
import { useClassEnd } from '../use-class-end.js';
import { useGradebook } from '../use-gradebook.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import { ClassEndedNotice } from './class-ended-notice.js';
import { GradeLegend } from './grade-legend.js';
import { GradebookFacts } from './gradebook-facts.js';
import { GradebookGrid } from './gradebook-grid.js';
import styles from './gradebook-page.module.css';
import { GradebookSkeleton } from './gradebook-skeleton.js';
import { ToolsToggle } from './tools-toggle.js';

interface GradebookPageProps {
  sessionId: string;
  quizTo: QuizAddress;
  /** More buttons for the toolbar, such as downloads. */
  tools?: ReactNode;
}

/** A class's gradebook, live. */
export function GradebookPage({ sessionId, quizTo, tools }: GradebookPageProps) {
  const { gradebook, failed, retry } = useGradebook(sessionId);
  if (failed) return <LoadFailed what={messages.theGradebook} onRetry={retry} />;
  return gradebook ? <LoadedGradebook {...gradebook} quizTo={quizTo} tools={tools} /> : <GradebookSkeleton />;
}

type LoadedGradebookProps = NonNullable<ReturnType<typeof useGradebook>['gradebook']> &
  Omit<GradebookPageProps, 'sessionId'>;

function LoadedGradebook({ session, open, quizTo, tools }: LoadedGradebookProps) {
  const endDate = useClassEnd(session);
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
      <GradebookGrid session={session} ended={endDate !== null} open={open} quizTo={quizTo} tools={tools} />
    </div>
  );
}
