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

/** The gradebook in its own tab. */
export default function GradebookRoute() {
  const { sessionId = '' } = useParams();
  return (
    <PlainFrame allow={STAFF_ROLES} fill>
      <ClassHelp sessionId={sessionId}>
        <GradebookPage
          key={sessionId}
          sessionId={sessionId}
          quizTo={paths.quiz.to}
          tools={<GradebookTools sessionId={sessionId} />}
          cellTools={cellToolsOf(sessionId)}
        />
      </ClassHelp>
    </PlainFrame>
  );
}

export const prefetch = (client: QueryClient, { sessionId = '' }: Params) => prefetchGradebook(client, sessionId);
