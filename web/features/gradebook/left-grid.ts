import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { FIRST_CELL, type TabStop } from '../../shared/grid/use-tab-stop.js';
import type { GradebookView } from './use-gradebook-view.js';

/** Scroll position and tab stop of a gradebook that the user has left. */
interface LeftGrid {
  /** Filter and order in the address. The position applies only to these. */
  search: string;
  top: number;
  left: number;
  /** Its row and column may have moved by the time the gradebook is shown again. */
  stop: TabStop;
  hadFocus: boolean;
}

/** Positions by class, kept until the document is loaded again. */
const leftGrids = new Map<string, LeftGrid>();

/** Returns the position where the gradebook was left. Starts at the first cell if the filter or order is new. */
export function useLeftGrid(view: GradebookView) {
  const { search } = useLocation();
  return useState((): LeftGrid => {
    const grid = leftGrids.get(view.open.sessionId);
    return grid?.search === search ? grid : { search, top: 0, left: 0, stop: FIRST_CELL, hadFocus: false };
  })[0];
}

interface KeptGrid {
  view: GradebookView;
  stop: TabStop;
  scroller: RefObject<HTMLDivElement | null>;
  /** Whether the active cell receives the focus when the gradebook is shown. */
  takesFocus: boolean;
}

/** Stores the position when the gradebook is left, and restores the focus to the cell that had it. */
export function useKeepLeftGrid({ view, stop, scroller, takesFocus }: KeptGrid): void {
  const { search } = useLocation();
  const latest = useRef({ view, stop, search });
  useLayoutEffect(() => {
    latest.current = { view, stop, search };
  });
  useLayoutEffect(() => {
    const grid = scroller.current;
    return () => {
      if (!grid) return;
      const { view, stop, search } = latest.current;
      leftGrids.set(view.open.sessionId, {
        search,
        top: grid.scrollTop,
        left: grid.scrollLeft,
        stop,
        hadFocus: grid.contains(document.activeElement),
      });
    };
  }, [scroller]);
  const waiting = useRef(takesFocus);
  // runs after each render, because the first one renders no rows yet
  useEffect(() => {
    const cell = waiting.current && scroller.current?.querySelector<HTMLElement>('[tabindex="0"]');
    if (!cell) return;
    waiting.current = false;
    cell.focus({ preventScroll: true });
  });
}
