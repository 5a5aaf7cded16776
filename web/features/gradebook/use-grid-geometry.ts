import useMediaQuery from '@mui/material/useMediaQuery';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, type RefObject } from 'react';
import { useGridRows } from '../../shared/grid/use-grid-rows.js';
import { useKeeping } from '../../shared/grid/use-keeping.js';
import type { GradebookScenario } from './gradebook-scenario.js';
import { FIRST_SCENARIO_COLUMN, FIRST_STUDENT_ROW } from './grid-places.js';
import type { GridPosition } from '../../shared/grid/grid-travel.js';

const HEAD_HEIGHT = 124;
/** Height without the row of campaigns, see the style sheet of the grid. */
const SHORT_HEAD_HEIGHT = 96;
const COLUMN_WIDTH = 100;
const QUIZ_WIDTH = 124;
const NAME_WIDTH = 200;
const NARROW_NAME_WIDTH = 128;
const AVERAGE_WIDTH = 84;
const DONE_WIDTH = 64;

interface GridGeometryOptions {
  scroller: RefObject<HTMLDivElement | null>;
  rows: number;
  scenarios: readonly GradebookScenario[];
  /** The active cell. It is rendered even outside the visible area, so that it keeps the focus. */
  active: GridPosition;
  /** Scroll position when the grid is first shown. */
  start: { top: number; left: number };
}

/** Virtualizes rows and scenario columns. Header, names, averages and counts of finished scenarios are always rendered. */
export function useGridGeometry({ scroller, rows, scenarios, active, start }: GridGeometryOptions) {
  const narrow = useMediaQuery('(width < 640px)');
  const headHeight = useMediaQuery('(height < 500px)') ? SHORT_HEAD_HEIGHT : HEAD_HEIGHT;
  const nameWidth = narrow ? NARROW_NAME_WIDTH : NAME_WIDTH;
  const firstEdge = nameWidth + AVERAGE_WIDTH + DONE_WIDTH;
  const edges = useMemo(() => leftEdges(firstEdge, scenarios), [firstEdge, scenarios]);
  // stable, because a new function makes the virtualizer recreate all columns and render every row
  const columnKey = useCallback((index: number) => scenarios[index]?.scenarioId ?? index, [scenarios]);
  const columnRange = useKeeping(active.column - FIRST_SCENARIO_COLUMN);
  const { virtualizer: rowVirtualizer, pageRows } = useGridRows({
    scroller,
    count: rows,
    headHeight,
    kept: active.row - FIRST_STUDENT_ROW,
    initialOffset: start.top,
  });
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: scenarios.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widthOf(scenarios[index]),
    getItemKey: columnKey,
    scrollMargin: firstEdge,
    initialOffset: start.left,
    // on narrow screens only the name column is sticky
    scrollPaddingStart: narrow ? nameWidth : firstEdge,
    overscan: 2,
    useFlushSync: false,
    rangeExtractor: columnRange,
  });
  return {
    headHeight,
    /** Returns the left edge of a scenario column; one past the last index gives the right end. */
    edge: (index: number) => edges[index] ?? firstEdge,
    sheet: {
      width: edges.at(-1) ?? firstEdge,
      height: headHeight + rowVirtualizer.getTotalSize(),
      // React's CSSProperties type has no custom properties
      ['--name-width' as string]: `${nameWidth}px`,
      ['--average-width' as string]: `${AVERAGE_WIDTH}px`,
      ['--done-width' as string]: `${DONE_WIDTH}px`,
    },
    pageRows,
    /** Scrolls a cell into view. For a header row it scrolls to the top, for a column before the scenarios to the left end. */
    scrollTo({ row, column }: GridPosition): void {
      if (row >= FIRST_STUDENT_ROW) rowVirtualizer.scrollToIndex(row - FIRST_STUDENT_ROW);
      else rowVirtualizer.scrollToOffset(0);
      if (column >= FIRST_SCENARIO_COLUMN) columnVirtualizer.scrollToIndex(column - FIRST_SCENARIO_COLUMN);
      else columnVirtualizer.scrollToOffset(0);
    },
    scrollToTop: () => rowVirtualizer.scrollToOffset(0),
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
