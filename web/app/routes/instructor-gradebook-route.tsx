import { lazy } from 'react';
import { useParams } from 'react-router-dom';
import { ClassLeaderboard } from './class-leaderboard.js';
import { ClassTabs, useClassView } from './class-views.js';
import { DownloadButton } from '../../features/exports/components/download-button.js';
import { gradebookExports } from '../../features/exports/export-choices.js';
import { GradebookPage } from '../../features/gradebook/components/gradebook-page.js';
import { paths } from '../paths.js';

const ClassMonitorView = lazy(() => import('./class-monitor-view.js'));

/** Gradebook, monitor and leaderboard of a class, as tabs (decisions L4). */
export default function InstructorGradebookRoute() {
  const { sessionId = '' } = useParams();
  const view = useClassView();
  return (
    <>
      <ClassTabs />
      {view === 'gradebook' && (
        <GradebookPage
          key={sessionId}
          sessionId={sessionId}
          quizTo={paths.instructorQuiz.to}
          tools={<DownloadButton choices={gradebookExports(sessionId)} />}
        />
      )}
      {view === 'monitor' && <ClassMonitorView sessionId={sessionId} />}
      {view === 'leaderboard' && <ClassLeaderboard sessionId={sessionId} />}
    </>
  );
}
