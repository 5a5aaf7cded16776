import type { LeaderboardSettings } from '../../../contracts/leaderboard.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import type { CourseLeaderboard } from '../course-leaderboard.stream.js';

/** What a course shows its students, as its staff reads it; `sessionId` is the class that runs or ran last. */
export function settingsOf({ naming, frozen }: CourseLeaderboard, sessionId: string | null): LeaderboardSettings {
  const frozenAt = sessionId === null ? undefined : frozen.get(sessionId);
  return { naming, sessionId, frozenAt: frozenAt === undefined ? null : toMoment(new Date(frozenAt)) };
}
