import { useCampaigns } from '../../features/catalogue/use-campaigns.js';
import { useCompeteScenarios } from '../../features/catalogue/use-compete-scenarios.js';
import type { BoardFilter } from '../../features/leaderboards/components/board-filters.js';
import { framesMessages } from '../frames.messages.js';
import { useBoardInUrl } from './use-board-in-url.js';

/** Returns the campaign and scenario filters of a board. Only Compete campaigns are ranked (docs/rules.md#ranking). */
export function useBoardFilters(): readonly BoardFilter[] {
  const { campaignId, scenarioId, onCampaign, onScenario } = useBoardInUrl();
  const campaigns = useCampaigns('Compete');
  const messages = framesMessages.board;
  const scenarios = useCompeteScenarios(campaignId);
  return [
    {
      label: messages.campaign,
      all: messages.allCampaigns,
      choices: campaigns,
      selected: campaignId,
      onSelect: onCampaign,
    },
    {
      label: messages.scenario,
      all: messages.allScenarios,
      choices: scenarios,
      selected: scenarioId,
      onSelect: onScenario,
    },
  ];
}
