import { useSearchInUrl } from '../../shared/use-search-in-url.js';

/** What a leaderboard is narrowed to, kept in the address so that it can be linked. */
export function useBoardInUrl() {
  const [search, change] = useSearchInUrl();
  return {
    campaignId: search.get('campaign') ?? undefined,
    scenarioId: search.get('scenario') ?? undefined,
    organizationId: search.get('organization') ?? undefined,
    /** Another campaign has other scenarios. */
    onCampaign: (campaign: string | undefined) => change({ campaign, scenario: undefined }),
    onScenario: (scenario: string | undefined) => change({ scenario }),
    onOrganization: (organization: string | undefined) => change({ organization }),
  };
}
