import { LeaderboardsPage } from '../../features/leaderboards/components/leaderboards-page.js';
import { ALL_CLASSES } from '../../features/leaderboards/board-scope.js';
import { paths } from '../paths.js';

export default function LeaderboardsRoute() {
  return (
    <LeaderboardsPage
      boardTo={(sessionId) => paths.leaderboard.to({ sessionId })}
      allTo={paths.leaderboard.to({ sessionId: ALL_CLASSES })}
    />
  );
}
