/** A cell position in a grid, header included. Both indexes start at 0. */
export interface GridPosition {
  row: number;
  column: number;
}

export interface GridBounds {
  rows: number;
  columns: number;
  /** Number of rows that fit on the screen. */
  page: number;
}

/** Returns the target cell of a navigation key; null for other keys (WAI-ARIA grid pattern). */
export function travel(from: GridPosition, key: string, ctrl: boolean, bounds: GridBounds): GridPosition | null {
  const lastRow = bounds.rows - 1;
  const lastColumn = bounds.columns - 1;
  const to = (row: number, column: number): GridPosition => ({
    row: Math.min(Math.max(row, 0), lastRow),
    column: Math.min(Math.max(column, 0), lastColumn),
  });
  switch (key) {
    case 'ArrowUp':
      return to(ctrl ? 0 : from.row - 1, from.column);
    case 'ArrowDown':
      return to(ctrl ? lastRow : from.row + 1, from.column);
    case 'ArrowLeft':
      return to(from.row, ctrl ? 0 : from.column - 1);
    case 'ArrowRight':
      return to(from.row, ctrl ? lastColumn : from.column + 1);
    case 'Home':
      return to(ctrl ? 0 : from.row, 0);
    case 'End':
      return to(ctrl ? lastRow : from.row, lastColumn);
    case 'PageUp':
      return to(from.row - bounds.page, from.column);
    case 'PageDown':
      return to(from.row + bounds.page, from.column);
    default:
      return null;
  }
}
