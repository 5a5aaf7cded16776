/** What a leaderboard covers: a class, narrowed to a campaign or a scenario. */
export interface LeaderboardScope {
  sessionId: string;
  campaignId?: string | undefined;
  scenarioId?: string | undefined;
}

/** The live topic's id of a scope: `{sessionId}`, `{sessionId}.campaign.{id}` or `{sessionId}.scenario.{id}`; at most 100 rows. */
export function leaderboardTopicId({ sessionId, campaignId, scenarioId }: LeaderboardScope): string {
  if (scenarioId) return `${sessionId}.scenario.${scenarioId}`;
  return campaignId ? `${sessionId}.campaign.${campaignId}` : sessionId;
}
