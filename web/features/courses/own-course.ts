import type { Group } from '../../../api/contracts/group.contract.js';
import type { User } from '../../../api/contracts/user.contract.js';

export interface OwnCourse {
  name: string | null;
  /** The class whose leaderboard the player may see, null when there is none. */
  sessionId: string | null;
  /** The course the player is in and may leave; null when they were in it, as in every course whose class has ended. */
  courseId: string | null;
}

/** The course a player is in: the one whose running class receives the results, which comes first, else the one joined last. */
export function ownCourse(user: User, groups: readonly Group[]): OwnCourse {
  const running = groups.find(({ activeSessionId }) => activeSessionId !== null);
  if (running) return { name: running.name, sessionId: running.activeSessionId, courseId: running.id };
  // not a group's last class: who joined after it was not on its roster
  const { lastJoinedGroupName, lastJoinedSessionID: sessionId } = user;
  const joined = groups.find(({ name }) => name === lastJoinedGroupName) ?? groups[0];
  const name = lastJoinedGroupName ?? joined?.name ?? null;
  return { name, sessionId, courseId: joined && joined.name === name ? joined.id : null };
}
