import type { LeaderboardSettings } from '../../../contracts/leaderboard.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import type { CourseLeaderboard } from '../course-leaderboard.stream.js';

/** Returns the leaderboard settings of a course for its staff. `sessionId` is the running or the newest ended class. */
export function settingsOf({ naming, frozen }: CourseLeaderboard, sessionId: string | null): LeaderboardSettings {
  const frozenAt = sessionId === null ? undefined : frozen.get(sessionId);
  return { naming, sessionId, frozenAt: frozenAt === undefined ? null : toMoment(new Date(frozenAt)) };
}
