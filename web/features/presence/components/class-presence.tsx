import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { IDLE_AFTER_MS } from '../../../../api/contracts/presence.rule.js';
import type { ClassSession } from '../../../../api/contracts/group.contract.js';
import type { PresenceReport } from '../../../../api/contracts/presence.contract.js';
import { live } from '../../../shared/live-client/live.js';
import { useAtomValue } from '../../../shared/state/jotai.js';
import { useLiveSnapshot } from '../../../shared/live-client/use-live-rows.js';
import { useOwnHelp } from '../use-own-help.js';
import { playedScenarioAtom } from '../played-scenario.atoms.js';
import { AskForHelp } from './ask-for-help.js';

interface ClassPresenceProps {
  /** A running class with the player on its roster. */
  sessionId: string;
  userId: string;
  /** Called when the class has ended. */
  onEnded: () => void;
}

/** Reports the player's presence to the instructor of a running class, and lets the player request help. */
export function ClassPresence({ onEnded, ...player }: ClassPresenceProps) {
  const ended = Boolean(useLiveSnapshot<ClassSession>('class', player.sessionId)?.endDate);
  const handleEnd = useEffectEvent(onEnded);
  useEffect(() => {
    if (ended) handleEnd();
  }, [ended]);
  return ended ? null : <Present {...player} />;
}

function Present({ sessionId, userId }: Omit<ClassPresenceProps, 'onEnded'>) {
  const [help, changeHelp] = useOwnHelp(userId, sessionId);
  useReportPresence(sessionId, help.helpId);
  return <AskForHelp help={help} onChange={changeHelp} />;
}

/** Reports presence in a class while the component is mounted: after each change, and periodically. */
function useReportPresence(sessionId: string, helpId: string | null): void {
  const played = useAtomValue(playedScenarioAtom);
  const idle = useIdle();
  const report = useMemo<PresenceReport>(
    () => ({
      sessionId,
      scenarioId: played?.scenarioId ?? null,
      since: played?.since ?? null,
      idle,
      needsHelp: helpId !== null,
      ...(helpId !== null && { helpId }),
    }),
    [sessionId, played, idle, helpId],
  );
  useEffect(() => live().present(report), [report]);
}

const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Returns whether there was no input for two minutes. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => watchIdle(setIdle), []);
  return idle;
}

/** The pointer moves a thousand times a minute. Each event only stores the time, and one timer checks it when idling may begin. */
function watchIdle(becomes: (idle: boolean) => void): () => void {
  let touchedAt = Date.now();
  let idle = false;
  let timer = setTimeout(look, IDLE_AFTER_MS);

  function look(): void {
    const left = touchedAt + IDLE_AFTER_MS - Date.now();
    idle = left <= 0;
    if (idle) becomes(true);
    else timer = setTimeout(look, left);
  }

  function touched(): void {
    touchedAt = Date.now();
    if (!idle) return;
    becomes(false);
    look();
  }

  // captured before the game, which may stop the propagation of events
  for (const input of INPUTS) window.addEventListener(input, touched, { capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    for (const input of INPUTS) window.removeEventListener(input, touched, { capture: true });
  };
}
