import type { LeaderboardScope } from '../../../api/contracts/leaderboard-topic.rule.js';

/** What a board on screen covers. Over all classes (`sessionId` is `all`) it can be narrowed to an organization. */
export interface BoardScope extends LeaderboardScope {
  organizationId?: string | undefined;
}

export const ALL_CLASSES = 'all';
