import type { QueryClient } from '@tanstack/react-query';
import { type Params, useParams } from 'react-router-dom';
import { prefetchGradebook } from '../../features/gradebook/gradebook.api.js';
import { GradebookPage } from '../../features/gradebook/components/gradebook-page.js';
import { PlainFrame } from '../layouts/plain-frame.js';
import { STAFF_ROLES } from '../landing.js';
import { paths } from '../paths.js';
import { cellToolsOf } from './gradebook-cell-tools.js';
import { GradebookTools } from './gradebook-tools.js';
import { ClassHelp } from './class-help.js';
import { ClassTabs, classViewOf, GRADEBOOK_VIEWS, useClassView } from './class-views.js';
import { lazyPart } from '../../shared/lazy/lazy-part.js';
import { Loading } from '../../shared/ui/loading.js';

const ClassReview = lazyPart(() => import('./class-review.js'), <Loading />);

/** The gradebook in its own tab, with the results to review. */
export default function GradebookRoute() {
  const { sessionId = '' } = useParams();
  const view = useClassView();
  return (
    <PlainFrame allow={STAFF_ROLES} fill>
      <ClassHelp sessionId={sessionId}>
        <ClassTabs views={GRADEBOOK_VIEWS} />
        {view === 'review' ? (
          <ClassReview key={sessionId} sessionId={sessionId} />
        ) : (
          <GradebookPage
            key={sessionId}
            sessionId={sessionId}
            quizTo={paths.quiz.to}
            tools={<GradebookTools sessionId={sessionId} />}
            cellTools={cellToolsOf(sessionId)}
          />
        )}
      </ClassHelp>
    </PlainFrame>
  );
}

export const prefetch = (client: QueryClient, { sessionId = '' }: Params) =>
  classViewOf(new URLSearchParams(window.location.search)) !== 'review' && prefetchGradebook(client, sessionId);
