import { mdiProjectorScreenOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import type { BoardScope } from '../../features/leaderboards/board-scope.js';
import { LeaderboardControls } from '../../features/leaderboards/components/leaderboard-controls.js';
import { DownloadButton } from '../../features/exports/components/download-button.js';
import { leaderboardExports } from '../../features/exports/export-choices.js';
import { Icon } from '../../shared/ui/icon.js';
import { framesMessages as messages } from '../frames.messages.js';
import { paths } from '../paths.js';

interface StaffLeaderboardToolsProps {
  scope: BoardScope;
  courseId: string;
  frozenAt: string | null;
}

/** Leaderboard controls for the staff of a course: freeze, reveal, naming of students, projector, export. */
export default function StaffLeaderboardTools({ scope, courseId, frozenAt }: StaffLeaderboardToolsProps) {
  const { sessionId, campaignId, scenarioId } = scope;
  const narrowed = new URLSearchParams({
    view: 'projector',
    ...(campaignId && { campaign: campaignId }),
    ...(scenarioId && { scenario: scenarioId }),
  });
  return (
    <>
      <LeaderboardControls courseId={courseId} sessionId={sessionId} frozenAt={frozenAt} />
      <Button
        variant="outlined"
        component={Link}
        to={`${paths.leaderboard.to({ sessionId })}?${narrowed}`}
        target="_blank"
        startIcon={<Icon path={mdiProjectorScreenOutline} />}
      >
        {messages.projector}
      </Button>
      <DownloadButton choices={leaderboardExports(scope)} />
    </>
  );
}
