import { useSyncExternalStore } from 'react';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { leaderboardsMessages as messages } from './leaderboards.messages.js';

const EVENT = 'fullscreenchange';

function subscribe(listener: () => void): () => void {
  document.addEventListener(EVENT, listener);
  return () => document.removeEventListener(EVENT, listener);
}

/** Reports whether the page fills the screen, and switches. `toggle` is null where the browser cannot, as on an iPhone. */
export function useFullscreen(): [isFull: boolean, toggle: (() => void) | null] {
  const isFull = useSyncExternalStore(subscribe, () => Boolean(document.fullscreenElement));
  if (!('requestFullscreen' in document.documentElement)) return [isFull, null];
  const toggle = () => {
    const change = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch(() => toast(messages.projector.noFullScreen, 'warning'));
  };
  return [isFull, toggle];
}
