import { useQuery } from '@tanstack/react-query';
import { DownloadButton } from '../../features/exports/components/download-button.js';
import { gradebookExports } from '../../features/exports/export-choices.js';
import { campaignSpans } from '../../features/gradebook/gradebook-scenario.js';
import { gradebookQuery } from '../../features/gradebook/gradebook.api.js';
import { GradingButton } from '../../features/grades/components/grading-button.js';
import { BookmarkTools } from '../../features/recording/components/bookmark-tools.js';

/** Buttons of other features in the toolbar of the gradebook. */
export function GradebookTools({ sessionId }: { sessionId: string }) {
  const { data: gradebook } = useQuery(gradebookQuery(sessionId));
  const scenarios = gradebook?.scenarios ?? [];
  return (
    <>
      <BookmarkTools sessionId={sessionId} />
      <GradingButton
        courseId={gradebook?.session.groupId}
        scenarios={scenarios.map(({ scenarioId, scenarioTitle }) => ({ id: scenarioId, title: scenarioTitle }))}
        campaigns={campaignSpans(scenarios)}
      />
      <DownloadButton choices={gradebookExports(sessionId)} />
    </>
  );
}
