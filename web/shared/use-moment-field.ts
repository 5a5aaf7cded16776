import { useState } from 'react';
import { momentsOf, toPicker } from './local-time.js';

/** What a date and time picker holds, and the moment that is meant; see {@link momentsOf} for why it may be none or two. */
export function useMomentField(initial: Date | null) {
  const [picked, setPicked] = useState(initial ? toPicker(initial) : '');
  const [second, setSecond] = useState(false);
  const moments = momentsOf(picked);
  return {
    picked,
    second,
    moments,
    /** Null while nothing is picked, or what is picked does not exist. */
    moment: (second ? moments[1] : undefined) ?? moments[0] ?? null,
    isMissing: picked !== '' && moments.length === 0,
    pick(next: string): void {
      setPicked(next);
      setSecond(false);
    },
    pickSecond: setSecond,
  };
}
export type MomentFieldState = ReturnType<typeof useMomentField>;
