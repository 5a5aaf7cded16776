import { useCampaigns } from '../../features/catalogue/use-campaigns.js';
import { useCompeteScenarios } from '../../features/catalogue/use-compete-scenarios.js';
import type { BoardFilter } from '../../features/leaderboards/components/board-filters.js';
import { useBoardInUrl } from './use-board-in-url.js';

/** Campaign and scenario of a board: only the Compete ones are ranked (decisions L2). */
export function useBoardFilters(): readonly BoardFilter[] {
  const { campaignId, scenarioId, onCampaign, onScenario } = useBoardInUrl();
  const campaigns = useCampaigns('Compete');
  const scenarios = useCompeteScenarios(campaignId);
  return [
    { label: 'Campaign', all: 'All campaigns', choices: campaigns, selected: campaignId, onSelect: onCampaign },
    { label: 'Scenario', all: 'All scenarios', choices: scenarios, selected: scenarioId, onSelect: onScenario },
  ];
}
