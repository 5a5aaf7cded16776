import { useEffect, useEffectEvent } from 'react';
import type { CourseClass } from '../../../../api/contracts/live.contract.js';
import { live } from '../../../shared/live-client/live.js';

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
