import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent } from 'react';
import type { CourseClass } from '../../../api/contracts/live.contract.js';
import { live } from '../../shared/live-client/live.js';
import { ownGroupsQuery } from './courses.api.js';

const LOOK_EVERY_MS = 30_000;

/**
 * Returns the player's courses and the running class that receives the results, or null. `look` loads them again. This also happens twice a
 * minute, for browsers without a live connection.
 */
export function useRunningClass() {
  const client = useQueryClient();
  const { data: groups = [] } = useQuery(ownGroupsQuery());
  const sessionId = groups.find(({ activeSessionId }) => activeSessionId !== null)?.activeSessionId ?? null;
  const look = useCallback(
    // a failed load is repeated later; an error must not replace a page in play
    () => void client.fetchQuery({ ...ownGroupsQuery({ background: true }), staleTime: 0 }).catch(() => {}),
    [client],
  );
  useEffect(() => {
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [look]);
  return { sessionId, groups, look };
}

interface CourseClassWatchProps {
  courseId: string;
  /** The running class that the page shows; null while none is running. */
  knownSessionId: string | null;
  /** Called when the running class differs from the known one, or when the player has lost the course. */
  onChanged: () => void;
}

/** Watches the running class of a course, so that the page reacts immediately when a class starts, resumes or ends. */
export function CourseClassWatch({ courseId, knownSessionId, onChanged }: CourseClassWatchProps) {
  const changed = useEffectEvent(onChanged);
  const compare = useEffectEvent((running: CourseClass) => {
    if (running.sessionId !== knownSessionId) onChanged();
  });
  useEffect(
    () =>
      live().watch<CourseClass>({
        topic: 'course-class',
        id: courseId,
        onRefused: () => changed(),
        onUpdate: ({ rows }) => {
          const value = rows[0]?.value;
          if (value) compare(value);
        },
      }),
    [courseId],
  );
  return null;
}
