import { useEffect, useState } from 'react';
import type { Playhead, PlayheadState } from './playhead.js';

/** Returns the state of a playhead, at most once per `everyMs`. The last change is never lost. */
export function usePlayhead(playhead: Playhead, everyMs: number): PlayheadState {
  const [state, setState] = useState(playhead.get);
  useEffect(() => {
    let shownAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer = undefined;
      shownAt = performance.now();
      setState(playhead.get());
    };
    const update = (): void => {
      if (timer !== undefined) return;
      const wait = everyMs - (performance.now() - shownAt);
      if (wait <= 0) show();
      else timer = setTimeout(show, wait);
    };
    update();
    const unsubscribe = playhead.subscribe(update);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [playhead, everyMs]);
  return state;
}
