/** What a leaderboard covers: a class, narrowed to a campaign or a scenario. */
export interface LeaderboardScope {
  sessionId: string;
  campaignId?: string | undefined;
  scenarioId?: string | undefined;
  /** Staff looks at what students see, to show it to the room. */
  asStudents?: boolean | undefined;
}

/** Ends the ids of boards that staff watches as students see them. */
export const AS_STUDENTS = '.students';

/**
 * The live topic's id of a scope: `{sessionId}`, `{sessionId}.campaign.{id}` or `{sessionId}.scenario.{id}`, each with `.students`
 * for what students see.
 */
export function leaderboardTopicId({ sessionId, campaignId, scenarioId, asStudents }: LeaderboardScope): string {
  const end = asStudents ? AS_STUDENTS : '';
  if (scenarioId) return `${sessionId}.scenario.${scenarioId}${end}`;
  return campaignId ? `${sessionId}.campaign.${campaignId}${end}` : `${sessionId}${end}`;
}
