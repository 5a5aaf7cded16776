import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import type { GridPlace } from '../../shared/grid/grid-travel.js';
import { FIRST_SCENARIO_COLUMN, FIRST_STUDENT_ROW } from './grid-places.js';
import type { GradebookView } from './use-gradebook-view.js';

/** Scroll position and active cell of a gradebook that was left. */
interface LeftGrid {
  /** Filter and order in the address: with others, the position means something else. */
  search: string;
  top: number;
  left: number;
  active: GridPlace;
  /** Student and scenario of the active cell, whose row and column may have moved when the gradebook is shown again. */
  userId: string | undefined;
  scenarioId: string | undefined;
  hadFocus: boolean;
}

/** By class, until the next load of the document. */
const leftGrids = new Map<string, LeftGrid>();

/** Where a gradebook was left; the first cell when it was not shown with this filter and order before. */
export function useLeftGrid(view: GradebookView) {
  const { search } = useLocation();
  return useState(() => {
    const grid = leftGrids.get(view.open.sessionId);
    if (grid?.search !== search) return { top: 0, left: 0, active: { row: 0, column: 0 }, hadFocus: false };
    const row = view.students.findIndex(({ userId }) => userId === grid.userId);
    const column = view.scenarios.findIndex(({ scenarioId }) => scenarioId === grid.scenarioId);
    const active: GridPlace = {
      row: row < 0 ? grid.active.row : row + FIRST_STUDENT_ROW,
      column: column < 0 ? grid.active.column : column + FIRST_SCENARIO_COLUMN,
    };
    return { ...grid, active };
  })[0];
}

interface KeptGrid {
  view: GradebookView;
  active: GridPlace;
  scroller: RefObject<HTMLDivElement | null>;
  /** Whether the active cell gets the focus when the gradebook is shown. */
  takesFocus: boolean;
}

/** Keeps where a gradebook is left, and gives the focus back to the cell that had it. */
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
  // after each render, because the first one draws no row yet
  useEffect(() => {
    const cell = waiting.current && scroller.current?.querySelector<HTMLElement>('[tabindex="0"]');
    if (!cell) return;
    waiting.current = false;
    cell.focus({ preventScroll: true });
  });
}
