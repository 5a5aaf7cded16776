import { useRunningClass } from '../../features/courses/use-running-class.js';
import { ClassPresence } from '../../features/presence/components/class-presence.js';

/** While a class of the player runs, its instructor sees where they are, and they may ask for help. */
export function OwnClassPresence({ userId }: { userId: string }) {
  const { sessionId, look } = useRunningClass();
  return sessionId && <ClassPresence key={sessionId} sessionId={sessionId} userId={userId} onEnded={look} />;
}
