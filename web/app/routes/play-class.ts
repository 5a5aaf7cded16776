import { useQuery } from '@tanstack/react-query';
import type { Group } from '../../../api/contracts/group.contract.js';
import { visibleClassQuery } from '../../features/courses/courses.api.js';
import type { PlayedClass } from '../../features/game/use-game-events.js';

/**
 * Returns the class that receives the player's results: the first running class in the order of their courses. Undefined until the courses
 * and the class name are loaded. A class whose name cannot be read uses the name of its course.
 */
export function usePlayedClass(groups: readonly Group[] | undefined): PlayedClass | undefined {
  const running = groups?.filter(({ activeSessionId }) => activeSessionId !== null) ?? [];
  const [receiving] = running;
  const sessionId = receiving?.activeSessionId ?? null;
  const session = useQuery({
    ...visibleClassQuery(sessionId ?? '', { current: true }),
    enabled: sessionId !== null,
  });
  if (!groups) return undefined;
  if (!receiving) return { sessionId: null, name: '', runningSessionIds: [] };
  if (session.isPending) return undefined;
  const runningSessionIds = running.flatMap(({ activeSessionId }) => activeSessionId ?? []);
  return { sessionId, name: session.data?.name ?? receiving.name, runningSessionIds };
}
