import useMediaQuery from '@mui/material/useMediaQuery';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import type { GridPosition } from '../../shared/grid/grid-travel.js';
import { useGridRows } from '../../shared/grid/use-grid-rows.js';
import { useKeeping } from '../../shared/grid/use-keeping.js';
import { FIRST_QUESTION_COLUMN, FIRST_STUDENT_ROW } from './quiz-places.js';

/** Height of the titles, the totals below them, and the border. */
export const HEAD_HEIGHT = 97;
const COLUMN_WIDTH = 128;
const NAME_WIDTH = 200;
const NARROW_NAME_WIDTH = 128;
const POINTS_WIDTH = 84;

interface QuizGeometryOptions {
  scroller: RefObject<HTMLDivElement | null>;
  rows: number;
  columns: number;
  /** The active cell, with numbers of quiz-places.ts. It is rendered at every scroll position. */
  active: GridPosition;
}

/** Returns the rows and columns to render, with their positions. Head, names and points are always rendered. */
export function useQuizGeometry({ scroller, rows, columns, active }: QuizGeometryOptions) {
  const isNarrow = useMediaQuery('(width < 640px)');
  const nameWidth = isNarrow ? NARROW_NAME_WIDTH : NAME_WIDTH;
  const fixedWidth = nameWidth + POINTS_WIDTH;
  const { virtualizer: rowVirtualizer, pageRows } = useGridRows({
    scroller,
    count: rows,
    headHeight: HEAD_HEIGHT,
    kept: active.row - FIRST_STUDENT_ROW,
  });
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: columns,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN_WIDTH,
    scrollMargin: fixedWidth,
    scrollPaddingStart: isNarrow ? nameWidth : fixedWidth,
    overscan: 2,
    useFlushSync: false,
    rangeExtractor: useKeeping(active.column - FIRST_QUESTION_COLUMN),
  });
  return {
    sheet: {
      width: fixedWidth + columns * COLUMN_WIDTH,
      height: HEAD_HEIGHT + rowVirtualizer.getTotalSize(),
      // React's CSSProperties type has no custom properties
      ['--name-width' as string]: `${nameWidth}px`,
      ['--points-width' as string]: `${POINTS_WIDTH}px`,
    },
    rows: rowVirtualizer.getVirtualItems(),
    columns: columnVirtualizer.getVirtualItems(),
    pageRows,
    /** Scrolls a cell into view. For a header row it scrolls to the top, for a column before the questions to the left end. */
    scrollTo({ row, column }: GridPosition): void {
      if (row >= FIRST_STUDENT_ROW) rowVirtualizer.scrollToIndex(row - FIRST_STUDENT_ROW);
      else rowVirtualizer.scrollToOffset(0);
      if (column >= FIRST_QUESTION_COLUMN) columnVirtualizer.scrollToIndex(column - FIRST_QUESTION_COLUMN);
      else columnVirtualizer.scrollToOffset(0);
    },
  };
}
