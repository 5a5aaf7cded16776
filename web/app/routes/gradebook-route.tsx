import type { QueryClient } from '@tanstack/react-query';
import { type Params, useParams } from 'react-router-dom';
import { DownloadButton } from '../../features/exports/components/download-button.js';
import { gradebookExports } from '../../features/exports/export-choices.js';
import { prefetchGradebook } from '../../features/gradebook/gradebook.api.js';
import { GradebookPage } from '../../features/gradebook/components/gradebook-page.js';
import { PlainFrame } from '../layouts/plain-frame.js';
import { STAFF_ROLES } from '../landing.js';
import { paths } from '../paths.js';
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
          tools={<DownloadButton choices={gradebookExports(sessionId)} />}
        />
      </ClassHelp>
    </PlainFrame>
  );
}

export const prefetch = (client: QueryClient, { sessionId = '' }: Params) => prefetchGradebook(client, sessionId);
