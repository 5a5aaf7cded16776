import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent } from 'react';
import type { CourseClass } from '../../../api/contracts/live.contract.js';
import { live } from '../../shared/live-client/live.js';
import { ownGroupsQuery } from './courses.api.js';

const LOOK_EVERY_MS = 30_000;

/**
 * The player's courses, and the running class that receives the results; null while none is running. `look` reads them again,
 * which also happens twice a minute, for browsers without a live connection.
 */
export function useRunningClass() {
  const client = useQueryClient();
  const { data: groups = [] } = useQuery(ownGroupsQuery());
  const sessionId = groups.find(({ activeSessionId }) => activeSessionId !== null)?.activeSessionId ?? null;
  const look = useCallback(
    // what fails now is looked at again; a page in play must not give way to an error
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
  /** The running class that the page knows; null while none is running. */
  knownSessionId: string | null;
  /** Another class is running than the known one, or none any more, or the player has lost the course. */
  onChanged: () => void;
}

/** Follows the running class of a course, so that a class which starts, resumes or ends is known at once. */
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
