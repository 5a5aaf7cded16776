import { useEffect, useMemo } from 'react';
import type { PresenceReport } from '../../../api/contracts/presence.contract.js';
import { live } from '../../shared/live-client/live.js';
import { useAtomValue } from '../../shared/state/jotai.js';
import { playedScenarioAtom } from './played-scenario.atoms.js';
import { useIdle } from './use-idle.js';

/** Reports the class one is in for as long as the component is mounted: when something changes, and every 15 seconds. */
export function useReportPresence(sessionId: string, helpId: string | null): void {
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
