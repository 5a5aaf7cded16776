import { useEffect, useEffectEvent } from 'react';
import { useClassNow } from '../use-class-now.js';
import { useOwnHelp } from '../use-own-help.js';
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
  const [help, changeHelp] = useOwnHelp(userId, sessionId);
  useReportPresence(sessionId, help.helpId);
  return <AskForHelp help={help} onChange={changeHelp} />;
}
