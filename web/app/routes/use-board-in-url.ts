import { useSearchInUrl } from '../../shared/use-search-in-url.js';

/** Returns the filters of a leaderboard, kept in the address so that it can be linked. */
export function useBoardInUrl() {
  const [search, change] = useSearchInUrl();
  return {
    campaignId: search.get('campaign') ?? undefined,
    scenarioId: search.get('scenario') ?? undefined,
    organizationId: search.get('organization') ?? undefined,
    /** Clears the scenario, because another campaign has other scenarios. */
    onCampaign: (campaign: string | undefined) => change({ campaign, scenario: undefined }),
    onScenario: (scenario: string | undefined) => change({ scenario }),
    onOrganization: (organization: string | undefined) => change({ organization }),
  };
}
