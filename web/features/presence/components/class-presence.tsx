import { useEffect, useEffectEvent } from 'react';
import { useAskedForHelp } from '../use-asked-for-help.js';
import { useClassNow } from '../use-class-now.js';
import { useReportPresence } from '../use-report-presence.js';
import { AskForHelp } from './ask-for-help.js';

interface ClassPresenceProps {
  /** A class that runs, with the player on its roster. */
  sessionId: string;
  userId: string;
  /** The class is over. */
  onEnded: () => void;
}

/** Tells the instructor of a running class where the player is, and lets the player ask for help. */
export function ClassPresence({ onEnded, ...player }: ClassPresenceProps) {
  const ended = Boolean(useClassNow(player.sessionId)?.endDate);
  const heard = useEffectEvent(onEnded);
  useEffect(() => {
    if (ended) heard();
  }, [ended]);
  return ended ? null : <Present {...player} />;
}

function Present({ sessionId, userId }: Omit<ClassPresenceProps, 'onEnded'>) {
  const [asked, setAsked] = useAskedForHelp(userId, sessionId);
  useReportPresence(sessionId, asked);
  return <AskForHelp asked={asked} onChange={setAsked} />;
}
