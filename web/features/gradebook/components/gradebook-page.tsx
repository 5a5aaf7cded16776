import { useSyncExternalStore } from 'react';
import { useLiveRows } from '../../../shared/live-client/use-live-rows.js';
import { LiveSign } from '../../../shared/ui/live-sign.js';
import type { OpenGradebook } from '../open-gradebook.js';
import { useGradebook } from '../use-gradebook.js';
import { ClassEndedNotice } from './class-ended-notice.js';
import { GradeLegend } from './grade-legend.js';
import { GradebookFacts } from './gradebook-facts.js';
import styles from './gradebook-page.module.css';
import { GradebookSkeleton } from './gradebook-skeleton.js';
import { GradebookTable } from './gradebook-table.js';

/** A class's gradebook, live. */
export function GradebookPage({ sessionId }: { sessionId: string }) {
  const gradebook = useGradebook(sessionId);
  if (!gradebook) return <GradebookSkeleton />;
  const { session, open } = gradebook;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>Gradebook for {session.groupName}</h1>
        <LiveSign />
        <GradebookFacts session={session} />
        <GradeLegend />
      </header>
      <ClassEndedNotice session={session} />
      <OpenGrid open={open} label={`Gradebook for ${session.groupName}`} />
    </div>
  );
}

function OpenGrid({ open, label }: { open: OpenGradebook; label: string }) {
  useLiveRows({ topic: 'gradebook', id: open.sessionId, store: open.store, from: open.from });
  const empty = useSyncExternalStore(open.roster.subscribe, () => open.roster.get().length === 0);
  return empty ? <p className={styles.empty}>No Students Enrolled</p> : <GradebookTable open={open} label={label} />;
}
