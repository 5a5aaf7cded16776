/** Scope of a leaderboard: a class, optionally narrowed to a campaign or a scenario. */
export interface LeaderboardScope {
  sessionId: string;
  campaignId?: string | undefined;
  scenarioId?: string | undefined;
  /** Staff view the board as students see it, for example to project it. */
  asStudents?: boolean | undefined;
}

/** Suffix of topic ids of boards that staff watch as students see them. */
export const AS_STUDENTS = '.students';

/**
 * Returns the topic id of a scope: `{sessionId}`, `{sessionId}.campaign.{id}` or `{sessionId}.scenario.{id}`. The suffix
 * `.students` selects the board as students see it.
 */
export function leaderboardTopicId({ sessionId, campaignId, scenarioId, asStudents }: LeaderboardScope): string {
  const end = asStudents ? AS_STUDENTS : '';
  if (scenarioId) return `${sessionId}.scenario.${scenarioId}${end}`;
  return campaignId ? `${sessionId}.campaign.${campaignId}${end}` : `${sessionId}${end}`;
}
