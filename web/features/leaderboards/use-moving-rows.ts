import { useLayoutEffect, useRef, type RefObject } from 'react';

const MOVE_MS = 450;

/** Animates the children of a list from their old to their new positions when their order changes (first, last, invert, play). */
export function useMovingRows(list: RefObject<HTMLElement | null>): void {
  const places = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const before = places.current;
    const after = new Map<string, number>();
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-moving]') ?? []) {
      const id = row.dataset.moving ?? '';
      const top = row.offsetTop;
      after.set(id, top);
      const moved = (before.get(id) ?? top) - top;
      if (moved === 0 || calm) continue;
      row.animate([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], {
        duration: MOVE_MS,
        easing: 'cubic-bezier(0.2, 0, 0, 1)',
      });
    }
    places.current = after;
  });
}
