import type { Group } from '../../../api/contracts/group.contract.js';
import type { User } from '../../../api/contracts/user.contract.js';

export interface OwnCourse {
  name: string | null;
  /** The class whose leaderboard the player may see, null when there is none. */
  sessionId: string | null;
}

/** The course a player is in: the one whose class runs now, else the one joined last. */
export function ownCourse(user: User, groups: readonly Group[]): OwnCourse {
  const running = groups.find(({ activeSessionId }) => activeSessionId !== null);
  if (running) return { name: running.name, sessionId: running.activeSessionId };
  // not a group's last class: who joined after it was not on its roster
  return { name: user.lastJoinedGroupName ?? groups[0]?.name ?? null, sessionId: user.lastJoinedSessionID };
}
