import useMediaQuery from '@mui/material/useMediaQuery';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import type { GridPlace } from '../../shared/grid/grid-travel.js';
import { useGridRows } from '../../shared/grid/use-grid-rows.js';
import { useKeeping } from '../../shared/grid/use-keeping.js';

export const HEAD_HEIGHT = 62;
const COLUMN_WIDTH = 128;
const NAME_WIDTH = 200;
const NARROW_NAME_WIDTH = 128;

interface QuizGeometryOptions {
  scroller: RefObject<HTMLDivElement | null>;
  rows: number;
  columns: number;
  /** Stays rendered wherever one scrolls. Row 0 is the header, column 0 the user name. */
  active: GridPlace;
}

/** Which rows and columns are drawn, and where; header and names lie outside of what is virtual. */
export function useQuizGeometry({ scroller, rows, columns, active }: QuizGeometryOptions) {
  const nameWidth = useMediaQuery('(width < 640px)') ? NARROW_NAME_WIDTH : NAME_WIDTH;
  const { virtualizer: rowVirtualizer, pageRows } = useGridRows({
    scroller,
    count: rows,
    headHeight: HEAD_HEIGHT,
    kept: active.row - 1,
  });
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: columns,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN_WIDTH,
    scrollMargin: nameWidth,
    scrollPaddingStart: nameWidth,
    overscan: 2,
    useFlushSync: false,
    rangeExtractor: useKeeping(active.column - 1),
  });
  return {
    sheet: {
      width: nameWidth + columns * COLUMN_WIDTH,
      height: HEAD_HEIGHT + rowVirtualizer.getTotalSize(),
      // React's CSSProperties knows no custom properties
      ['--name-width' as string]: `${nameWidth}px`,
    },
    rows: rowVirtualizer.getVirtualItems(),
    columns: columnVirtualizer.getVirtualItems(),
    pageRows,
    scrollTo({ row, column }: GridPlace): void {
      if (row > 0) rowVirtualizer.scrollToIndex(row - 1);
      if (column > 0) columnVirtualizer.scrollToIndex(column - 1);
    },
  };
}
