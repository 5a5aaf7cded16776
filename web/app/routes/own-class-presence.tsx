import { CourseClassWatch, useRunningClass } from '../../features/courses/use-running-class.js';
import { ClassPresence } from '../../features/presence/components/class-presence.js';

/** A connection may watch 20 topics. Classes of other courses appear within half a minute. */
const WATCHED_COURSES = 10;

/** Reports the player's presence to the instructor of the running class, and offers help requests. */
export function OwnClassPresence({ userId }: { userId: string }) {
  const { sessionId, groups, look } = useRunningClass();
  return (
    <>
      {groups.slice(0, WATCHED_COURSES).map(({ id, activeSessionId }) => (
        <CourseClassWatch key={id} courseId={id} knownSessionId={activeSessionId} onChanged={look} />
      ))}
      {sessionId && <ClassPresence key={sessionId} sessionId={sessionId} userId={userId} onEnded={look} />}
    </>
  );
}
