import { useQuery } from '@tanstack/react-query';
import { useCampaigns } from '../../features/catalogue/use-campaigns.js';
import { sessionQuery } from '../../features/courses/api/get-session.js';
import { LeaderboardPanel } from '../../features/leaderboards/components/leaderboard-panel.js';
import { useCampaignInUrl } from './use-campaign-in-url.js';

interface ClassLeaderboardProps {
  sessionId: string;
  headingLevel?: 'h1' | 'h2';
}

/** A class's leaderboard with the catalogue's Compete campaigns to choose from; only those are ranked (decisions L2). */
export function ClassLeaderboard(props: ClassLeaderboardProps) {
  const { data: session } = useQuery(sessionQuery(props.sessionId));
  return (
    <LeaderboardPanel
      {...props}
      title="Leaderboard"
      subtitle={session?.name}
      campaigns={useCampaigns('Compete')}
      {...useCampaignInUrl()}
    />
  );
}
