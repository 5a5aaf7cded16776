import { useCampaigns } from '../../features/catalogue/use-campaigns.js';
import { LeaderboardPanel } from '../../features/leaderboards/components/leaderboard-panel.js';
import { useCampaignInUrl } from './use-campaign-in-url.js';

interface ClassLeaderboardProps {
  sessionId: string;
  headingLevel?: 'h1' | 'h2';
}

/** A class's leaderboard with the catalogue's Compete campaigns to choose from; only those are ranked (decisions L2). */
export function ClassLeaderboard(props: ClassLeaderboardProps) {
  return (
    <LeaderboardPanel {...props} title="Leaderboard" campaigns={useCampaigns('Compete')} {...useCampaignInUrl()} />
  );
}
