import { useSearchParams } from 'react-router-dom';

/** The campaign a leaderboard is narrowed to, kept in the address so that it can be linked. */
export function useCampaignInUrl() {
  const [search, setSearch] = useSearchParams();
  return {
    campaignId: search.get('campaign') ?? undefined,
    onCampaign: (campaignId: string | undefined) =>
      setSearch(
        (current) => {
          if (campaignId) current.set('campaign', campaignId);
          else current.delete('campaign');
          return current;
        },
        { replace: true },
      ),
  };
}
