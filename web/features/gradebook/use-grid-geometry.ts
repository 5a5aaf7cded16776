import useMediaQuery from '@mui/material/useMediaQuery';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, type RefObject } from 'react';
import { useGridRows } from '../../shared/grid/use-grid-rows.js';
import { useKeeping } from '../../shared/grid/use-keeping.js';
import type { GradebookScenario } from './gradebook-scenario.js';
import { AVERAGE_COLUMN, FIRST_SCENARIO_COLUMN, FIRST_STUDENT_ROW } from './grid-places.js';
import type { GridPlace } from '../../shared/grid/grid-travel.js';

export const HEAD_HEIGHT = 124;
const COLUMN_WIDTH = 100;
const QUIZ_WIDTH = 124;
const NAME_WIDTH = 200;
const NARROW_NAME_WIDTH = 128;
const AVERAGE_WIDTH = 84;

interface GridGeometryOptions {
  scroller: RefObject<HTMLDivElement | null>;
  rows: number;
  scenarios: readonly GradebookScenario[];
  /** Stays rendered wherever one scrolls, so that the focus survives. */
  active: GridPlace;
}

/** Which rows and columns are drawn, and where; header, names and averages lie outside of what is virtual. */
export function useGridGeometry({ scroller, rows, scenarios, active }: GridGeometryOptions) {
  const narrow = useMediaQuery('(width < 640px)');
  const nameWidth = narrow ? NARROW_NAME_WIDTH : NAME_WIDTH;
  const start = nameWidth + AVERAGE_WIDTH;
  const edges = useMemo(() => leftEdges(start, scenarios), [start, scenarios]);
  // one that changes makes new columns of the same ones, and every row draws itself anew
  const columnKey = useCallback((index: number) => scenarios[index]?.scenarioId ?? index, [scenarios]);
  const columnRange = useKeeping(active.column - FIRST_SCENARIO_COLUMN);
  const { virtualizer: rowVirtualizer, pageRows } = useGridRows({
    scroller,
    count: rows,
    headHeight: HEAD_HEIGHT,
    kept: active.row - FIRST_STUDENT_ROW,
  });
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: scenarios.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widthOf(scenarios[index]),
    getItemKey: columnKey,
    scrollMargin: start,
    // on narrow screens the averages scroll away, only the names stay
    scrollPaddingStart: narrow ? nameWidth : start,
    overscan: 2,
    useFlushSync: false,
    rangeExtractor: columnRange,
  });
  return {
    /** Left edge of a scenario column; one past the last gives the right end. */
    edge: (index: number) => edges[index] ?? start,
    sheet: {
      width: edges.at(-1) ?? start,
      height: HEAD_HEIGHT + rowVirtualizer.getTotalSize(),
      // React's CSSProperties knows no custom properties
      ['--name-width' as string]: `${nameWidth}px`,
      ['--average-width' as string]: `${AVERAGE_WIDTH}px`,
    },
    pageRows,
    scrollTo({ row, column }: GridPlace): void {
      if (row >= FIRST_STUDENT_ROW) rowVirtualizer.scrollToIndex(row - FIRST_STUDENT_ROW);
      if (column >= FIRST_SCENARIO_COLUMN) columnVirtualizer.scrollToIndex(column - FIRST_SCENARIO_COLUMN);
      else if (narrow && column === AVERAGE_COLUMN) scroller.current?.scrollTo({ left: 0 });
    },
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
