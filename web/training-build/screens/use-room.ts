import { useCallback } from 'react';
import type { Game } from './app.js';

/** Returns a ref that reports the part of the picture that no panel covers. */
export function useRoom({ view }: Game) {
  return useCallback(
    (room: HTMLDivElement | null) => {
      if (!room) return undefined;
      const sizes = new ResizeObserver(() => {
        const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = room;
        if (width > 0 && height > 0) view.showIn({ left, top, width, height });
      });
      sizes.observe(room);
      return () => sizes.disconnect();
    },
    [view],
  );
}
