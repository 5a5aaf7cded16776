import { useSyncExternalStore } from 'react';

/** Where the picture is smaller than this, a finger hides more than it hits. */
const SMALL_WIDTH = 640;
const SMALL_HEIGHT = 360;

/** The frame around the game: what the page shows in full screen as well. */
const frameOf = (): HTMLElement | null => document.querySelector<HTMLElement>('.rr-game')?.parentElement ?? null;

/** Must follow a click or a key; a browser that refuses goes on as it was. */
export async function toggleFullScreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await frameOf()?.requestFullscreen();
  } catch {
    // not allowed here, or not any more
  }
}

/** On a telephone what is played or filled in has the whole screen: its controls are for thumbs, and no answer lies below the edge. */
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
