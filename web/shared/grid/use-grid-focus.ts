import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { travel, type GridBounds, type GridPosition } from './grid-travel.js';

interface GridFocusOptions {
  scroller: RefObject<HTMLDivElement | null>;
  /** The grid's only tab stop. */
  active: GridPosition;
  setActive: (position: GridPosition) => void;
  bounds: () => GridBounds;
  scrollTo: (position: GridPosition) => void;
}

/** Moves the grid's tab stop: by keys, which also scroll to it, and to any cell that a click focuses. */
export function useGridFocus({ scroller, active, setActive, bounds, scrollTo }: GridFocusOptions) {
  const travelled = useRef(false);

  useEffect(() => {
    if (!travelled.current) return;
    travelled.current = false;
    scrollTo(active);
    scroller.current
      ?.querySelector<HTMLElement>(`[data-place="${active.row}:${active.column}"]`)
      ?.focus({ preventScroll: true });
  });

  function moveTo(position: GridPosition): void {
    travelled.current = true;
    setActive(position);
  }

  return {
    /** Focuses a cell and scrolls it into view. */
    moveTo,
    onKeyDown(event: KeyboardEvent): void {
      const target = travel(active, event.key, event.ctrlKey || event.metaKey, bounds());
      if (!target) return;
      event.preventDefault();
      moveTo(target);
    },
    onFocus(event: { target: EventTarget }): void {
      const position = positionOf(event.target);
      if (position && (position.row !== active.row || position.column !== active.column)) setActive(position);
    },
  };
}

/** Returns the position of the cell in which an event happened; null outside of all cells. */
export function positionOf(target: EventTarget): GridPosition | null {
  const cell = (target as HTMLElement).closest<HTMLElement>('[data-place]');
  const [row, column] = cell?.dataset.place?.split(':').map(Number) ?? [];
  return row === undefined || column === undefined ? null : { row, column };
}
