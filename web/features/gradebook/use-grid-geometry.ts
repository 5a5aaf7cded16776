import useMediaQuery from '@mui/material/useMediaQuery';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useMemo, type RefObject } from 'react';
import type { GradebookScenario } from './gradebook-columns.js';
import type { GridPlace } from './grid-travel.js';

const ROW_HEIGHT = 34;
export const HEAD_HEIGHT = 90;
const COLUMN_WIDTH = 100;
const QUIZ_WIDTH = 124;
const NAME_WIDTH = 200;
const NARROW_NAME_WIDTH = 128;

interface GridGeometryOptions {
  scroller: RefObject<HTMLDivElement | null>;
  rows: number;
  scenarios: readonly GradebookScenario[];
  /** Stays rendered wherever one scrolls, so that the focus survives. */
  active: GridPlace;
}

/** Which rows and columns are drawn, and where; header and names lie outside of what is virtual. */
export function useGridGeometry({ scroller, rows, scenarios, active }: GridGeometryOptions) {
  const nameWidth = useMediaQuery('(width < 640px)') ? NARROW_NAME_WIDTH : NAME_WIDTH;
  const edges = useMemo(() => leftEdges(nameWidth, scenarios), [nameWidth, scenarios]);
  const rowRange = useKeeping(active.row - 1);
  const columnRange = useKeeping(active.column - 1);
  const rowVirtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    overscan: 3,
    useFlushSync: false,
    rangeExtractor: rowRange,
  });
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: scenarios.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widthOf(scenarios[index]),
    scrollMargin: nameWidth,
    scrollPaddingStart: nameWidth,
    overscan: 2,
    useFlushSync: false,
    rangeExtractor: columnRange,
  });
  return {
    /** Left edge of a scenario column; one past the last gives the right end. */
    edge: (index: number) => edges[index] ?? nameWidth,
    sheet: {
      width: edges.at(-1) ?? nameWidth,
      height: HEAD_HEIGHT + rowVirtualizer.getTotalSize(),
      // React's CSSProperties knows no custom properties
      ['--name-width' as string]: `${nameWidth}px`,
    },
    /** Rows a page key travels: those in sight, but one. */
    pageRows: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD_HEIGHT) / ROW_HEIGHT) - 1),
    rowVirtualizer,
    columnVirtualizer,
  };
}

const widthOf = (scenario?: GradebookScenario): number =>
  scenario?.scenarioType === 'Quiz' ? QUIZ_WIDTH : COLUMN_WIDTH;

function leftEdges(start: number, scenarios: readonly GradebookScenario[]): number[] {
  const edges = [start];
  for (const scenario of scenarios) edges.push((edges.at(-1) ?? start) + widthOf(scenario));
  return edges;
}

function useKeeping(index: number) {
  return useCallback(
    (range: Range): number[] => {
      const drawn = defaultRangeExtractor(range);
      if (index < 0 || index >= range.count || drawn.includes(index)) return drawn;
      return [...drawn, index].toSorted((a, b) => a - b);
    },
    [index],
  );
}
