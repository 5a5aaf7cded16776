import type { LeaderboardScope } from '../../../api/contracts/leaderboard-topic.rule.js';

/** Scope of a board on screen. A board of all classes (`sessionId` is `all`) can be filtered by organization. */
export interface BoardScope extends LeaderboardScope {
  organizationId?: string | undefined;
}

export const ALL_CLASSES = 'all';
