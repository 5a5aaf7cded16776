import { useState } from 'react';
import type { GridPosition } from './grid-travel.js';

/** Unique keys of all rows or all columns, header included. */
type LineKeys = readonly unknown[];

/** The only cell of a grid that the Tab key reaches. */
export interface TabStop {
  /** The same object until the tab stop moves. */
  active: GridPosition;
  /** Keys of its row and column. Omitted until the cell is located in the grid. */
  row?: unknown;
  column?: unknown;
}

/** The tab stop of a new grid. */
export const FIRST_CELL: TabStop = { active: { row: 0, column: 0 } };

/** Returns a tab stop that follows its row and column when these move, and stays inside the grid when they disappear. */
export function useTabStop(start: TabStop, rows: LineKeys, columns: LineKeys) {
  const [stop, setStop] = useState(start);
  const { active, row, column } = stop;
  const setActive = (active: GridPosition): void =>
    setStop({ active, row: rows[active.row], column: columns[active.column] });
  // set while rendering, because a row out of view is unmounted, with its focus, by the first render that keeps another row
  if (row !== rows[active.row] || column !== columns[active.column]) {
    setActive({ row: indexOf(rows, row, active.row), column: indexOf(columns, column, active.column) });
  }
  return { stop, active, setActive };
}

/** Returns the index of a line; for a line that disappeared, its former index within the grid. */
function indexOf(keys: LineKeys, key: unknown, former: number): number {
  const index = keys.indexOf(key);
  return index < 0 ? Math.min(former, keys.length - 1) : index;
}
