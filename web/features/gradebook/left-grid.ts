import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import type { GridPosition } from '../../shared/grid/grid-travel.js';
import { FIRST_SCENARIO_COLUMN, FIRST_STUDENT_ROW } from './grid-places.js';
import type { GradebookView } from './use-gradebook-view.js';

/** Scroll position and active cell of a gradebook that the user has left. */
interface LeftGrid {
  /** Filter and order in the address. The position applies only to these. */
  search: string;
  top: number;
  left: number;
  active: GridPosition;
  /** Student and scenario of the active cell. Their row and column may differ when the gradebook is shown again. */
  userId: string | undefined;
  scenarioId: string | undefined;
  hadFocus: boolean;
}

/** Positions by class, kept until the document is loaded again. */
const leftGrids = new Map<string, LeftGrid>();

/** Returns the position where the gradebook was left. Starts at the first cell if the filter or order is new. */
export function useLeftGrid(view: GradebookView) {
  const { search } = useLocation();
  return useState(() => {
    const grid = leftGrids.get(view.open.sessionId);
    if (grid?.search !== search) return { top: 0, left: 0, active: { row: 0, column: 0 }, hadFocus: false };
    const row = view.students.findIndex(({ userId }) => userId === grid.userId);
    const column = view.scenarios.findIndex(({ scenarioId }) => scenarioId === grid.scenarioId);
    const active: GridPosition = {
      row: row < 0 ? grid.active.row : row + FIRST_STUDENT_ROW,
      column: column < 0 ? grid.active.column : column + FIRST_SCENARIO_COLUMN,
    };
    return { ...grid, active };
  })[0];
}

interface KeptGrid {
  view: GradebookView;
  active: GridPosition;
  scroller: RefObject<HTMLDivElement | null>;
  /** Whether the active cell receives the focus when the gradebook is shown. */
  takesFocus: boolean;
}

/** Stores the position when the gradebook is left, and restores the focus to the cell that had it. */
export function useKeepLeftGrid({ view, active, scroller, takesFocus }: KeptGrid): void {
  const { search } = useLocation();
  const latest = useRef({ view, active, search });
  useLayoutEffect(() => {
    latest.current = { view, active, search };
  });
  useLayoutEffect(() => {
    const grid = scroller.current;
    return () => {
      if (!grid) return;
      const { view, active, search } = latest.current;
      leftGrids.set(view.open.sessionId, {
        search,
        top: grid.scrollTop,
        left: grid.scrollLeft,
        active,
        userId: view.students[active.row - FIRST_STUDENT_ROW]?.userId,
        scenarioId: view.scenarios[active.column - FIRST_SCENARIO_COLUMN]?.scenarioId,
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
