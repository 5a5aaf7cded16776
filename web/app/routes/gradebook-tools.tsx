import { DownloadButton } from '../../features/exports/components/download-button.js';
import { gradebookExports } from '../../features/exports/export-choices.js';
import { BookmarkTools } from '../../features/recording/components/bookmark-tools.js';

/** Buttons of other features in the toolbar of the gradebook. */
export const GradebookTools = ({ sessionId }: { sessionId: string }) => (
  <>
    <BookmarkTools sessionId={sessionId} />
    <DownloadButton choices={gradebookExports(sessionId)} />
  </>
);
