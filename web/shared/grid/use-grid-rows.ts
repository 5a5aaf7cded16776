import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useKeeping } from './use-keeping.js';

const ROW_HEIGHT = 34;

interface GridRowsOptions {
  scroller: RefObject<HTMLDivElement | null>;
  count: number;
  headHeight: number;
  /** Index of the row that is rendered even when it is out of view. */
  kept: number;
  /** Initial vertical scroll offset in pixels. */
  initialOffset?: number;
}

/** Virtualizes the rows below the header of a grid, all of the same height. */
export function useGridRows({ scroller, count, headHeight, kept, initialOffset = 0 }: GridRowsOptions) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    initialOffset,
    overscan: 3,
    useFlushSync: false,
    rangeExtractor: useKeeping(kept),
  });
  return {
    virtualizer,
    /** Number of rows that PageUp and PageDown move by: one less than are visible. */
    pageRows: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / ROW_HEIGHT) - 1),
  };
}
