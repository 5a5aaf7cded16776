import { useRunningClass } from '../../features/courses/use-running-class.js';
import { ClassPresence } from '../../features/presence/components/class-presence.js';
import { EndedClass } from '../../features/presence/components/ended-class.js';

interface OwnClassPresenceProps {
  userId: string;
  /** The class that the page shows, running or ended; null when the player may see none. */
  shownSessionId: string | null;
}

/** While a class of the player runs, its instructor sees where they are, and they may ask for help. */
export function OwnClassPresence({ userId, shownSessionId }: OwnClassPresenceProps) {
  const { sessionId, look } = useRunningClass();
  if (sessionId) return <ClassPresence key={sessionId} sessionId={sessionId} userId={userId} onEnded={look} />;
  return shownSessionId && <EndedClass key={shownSessionId} sessionId={shownSessionId} onResumed={look} />;
}
