import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useKeeping } from './use-keeping.js';

const ROW_HEIGHT = 34;

interface GridRowsOptions {
  scroller: RefObject<HTMLDivElement | null>;
  count: number;
  headHeight: number;
  /** Index of the row that stays drawn wherever one scrolls. */
  kept: number;
}

/** The rows below the header of a grid, all of one height: which are drawn, and where. */
export function useGridRows({ scroller, count, headHeight, kept }: GridRowsOptions) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    overscan: 3,
    useFlushSync: false,
    rangeExtractor: useKeeping(kept),
  });
  return {
    virtualizer,
    /** Rows a page key travels: those in sight, but one. */
    pageRows: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / ROW_HEIGHT) - 1),
  };
}
