import { useState } from 'react';
import type { FlightSession } from '../play/flight-session.js';

type Kind = 'help' | 'leave';

/** Something over the flight: it waits meanwhile, and then is as it was before. */
export function useInterruption(session: FlightSession) {
  const [open, setOpen] = useState<{ kind: Kind; wasPaused: boolean } | null>(null);
  return {
    interruption: open?.kind ?? null,
    interrupt: (kind: Kind): void => {
      setOpen({ kind, wasPaused: session.read().paused });
      session.pause(true);
    },
    goOn: (): void => {
      session.pause(open?.wasPaused ?? false);
      setOpen(null);
    },
  };
}
