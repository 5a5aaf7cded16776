import type { Group } from '../../../api/contracts/group.contract.js';
import type { User } from '../../../api/contracts/user.contract.js';

export interface OwnCourse {
  name: string | null;
  /** The class whose leaderboard the player may see; null when there is none. */
  sessionId: string | null;
  /** The course that the player is in and may leave; null for a past course, which is every course whose class has ended. */
  courseId: string | null;
}

/** Returns the player's course: the first one with a running class, which receives the results, else the course joined last. */
export function ownCourse(user: User, groups: readonly Group[]): OwnCourse {
  const running = groups.find(({ activeSessionId }) => activeSessionId !== null);
  if (running) return { name: running.name, sessionId: running.activeSessionId, courseId: running.id };
  // a group's last class would be wrong: its roster excludes students who joined later
  const { lastJoinedGroupName, lastJoinedSessionID: sessionId } = user;
  const joined = groups.find(({ name }) => name === lastJoinedGroupName) ?? groups[0];
  const name = lastJoinedGroupName ?? joined?.name ?? null;
  return { name, sessionId, courseId: joined && joined.name === name ? joined.id : null };
}
