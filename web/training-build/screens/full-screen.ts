import { useSyncExternalStore } from 'react';

/** On a smaller picture, fingers cover the controls. */
const SMALL_WIDTH = 640;
const SMALL_HEIGHT = 360;

/** Returns the frame around the game, which the page also uses for full screen. */
const frameOf = (): HTMLElement | null => document.querySelector<HTMLElement>('.rr-game')?.parentElement ?? null;

/** Must be called from a click or a key. A refusal by the browser is ignored. */
export async function toggleFullScreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await frameOf()?.requestFullscreen();
  } catch {
    // not allowed here, or no longer allowed
  }
}

/** Enters full screen on small screens, so that the controls fit thumbs and no answer is below the edge. */
export function growOnSmallScreens(): void {
  const frame = frameOf();
  if (!frame || !document.fullscreenEnabled || document.fullscreenElement) return;
  const isSmall = frame.clientWidth < SMALL_WIDTH || frame.clientHeight < SMALL_HEIGHT;
  if (isSmall && window.matchMedia('(pointer: coarse)').matches) void toggleFullScreen();
}

const listen = (listener: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

export const useIsFullScreen = (): boolean =>
  useSyncExternalStore(listen, () => document.fullscreenElement !== null && document.fullscreenElement !== undefined);
