import { useSyncExternalStore } from 'react';
import { toast } from '../../shared/toasts/toasts.atoms.js';

const EVENT = 'fullscreenchange';

function subscribe(listener: () => void): () => void {
  document.addEventListener(EVENT, listener);
  return () => document.removeEventListener(EVENT, listener);
}

/** Whether the page fills the screen, and the way there and back. */
export function useFullscreen(): [isFull: boolean, toggle: () => void] {
  const isFull = useSyncExternalStore(subscribe, () => Boolean(document.fullscreenElement));
  const toggle = () => {
    const change = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch(() => toast('This browser does not allow full screen here.', 'warning'));
  };
  return [isFull, toggle];
}
