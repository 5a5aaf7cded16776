import { useState } from 'react';
import type { FlightSession } from '../play/flight-session.js';

type Kind = 'help' | 'leave';

/** Pauses the flight while a dialog covers it. Afterwards time continues as before, except after a warp, which ends paused. */
export function useInterruption(session: FlightSession) {
  const [open, setOpen] = useState<{ kind: Kind; wasPaused: boolean } | null>(null);
  return {
    interruption: open?.kind ?? null,
    interrupt: (kind: Kind): void => {
      const { paused, warpTo } = session.read();
      setOpen({ kind, wasPaused: paused || warpTo !== null });
      session.pause(true);
    },
    resume: (): void => {
      session.pause(open?.wasPaused ?? false);
      setOpen(null);
    },
  };
}
