import { useEffect, useEffectEvent, useMemo } from 'react';
import type { ClassSession } from '../../../../api/contracts/group.contract.js';
import { createRowStore } from '../../../shared/live-client/row-store.js';
import { useLiveRows, useRow } from '../../../shared/live-client/use-live-rows.js';
import { useAskedForHelp } from '../use-asked-for-help.js';
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
  const store = useMemo(() => createRowStore<ClassSession>(), []);
  useLiveRows({ topic: 'class', id: player.sessionId, store });
  const ended = Boolean(useRow(store, 'snapshot')?.value?.endDate);
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
