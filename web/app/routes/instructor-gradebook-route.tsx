import type { QueryClient } from '@tanstack/react-query';
import { type Params, useParams } from 'react-router-dom';
import { ClassHelp } from './class-help.js';
import { ClassTabs, classViewOf, useClassView } from './class-views.js';
import { prefetchGradebook } from '../../features/gradebook/gradebook.api.js';
import { GradebookPage } from '../../features/gradebook/components/gradebook-page.js';
import { paths } from '../paths.js';
import { cellToolsOf } from './gradebook-cell-tools.js';
import { GradebookTools } from './gradebook-tools.js';
import { lazyPart } from '../../shared/lazy/lazy-part.js';
import { Loading } from '../../shared/ui/loading.js';

// Only the first tab is in the initial bundle; the others load when they are opened.
const ClassLeaderboard = lazyPart(
  async () => ({ default: (await import('./class-leaderboard.js')).ClassLeaderboard }),
  <Loading />,
);
const ClassReview = lazyPart(() => import('./class-review.js'), <Loading />);
const ClassDebrief = lazyPart(() => import('./class-debrief.js'), <Loading />);
const ClassReport = lazyPart(() => import('./class-report.js'), <Loading />);
const ClassMonitorView = lazyPart(() => import('./class-monitor-view.js'), <Loading />);

/** Gradebook, results to review, monitor, leaderboard and debrief of a class as tabs, and its report (docs/rules.md#reading-leaderboards). */
export default function InstructorGradebookRoute() {
  const { sessionId = '' } = useParams();
  const view = useClassView();
  return (
    <ClassHelp sessionId={sessionId}>
      <ClassTabs />
      {view === 'gradebook' && (
        <GradebookPage
          key={sessionId}
          sessionId={sessionId}
          quizTo={paths.instructorQuiz.to}
          tools={<GradebookTools sessionId={sessionId} />}
          cellTools={cellToolsOf(sessionId)}
        />
      )}
      {view === 'review' && <ClassReview key={sessionId} sessionId={sessionId} />}
      {view === 'monitor' && <ClassMonitorView sessionId={sessionId} />}
      {view === 'debrief' && <ClassDebrief key={sessionId} sessionId={sessionId} />}
      {view === 'report' && <ClassReport key={sessionId} sessionId={sessionId} />}
      {view === 'leaderboard' && <ClassLeaderboard sessionId={sessionId} />}
    </ClassHelp>
  );
}

export function prefetch(client: QueryClient, { sessionId = '' }: Params) {
  const view = classViewOf(new URLSearchParams(window.location.search));
  return view === 'gradebook' && prefetchGradebook(client, sessionId);
}
