import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { BY_AVERAGE, BY_DONE, type Order } from '../gradebook-order.js';
import {
  ariaColumn,
  ariaRow,
  AVERAGE_COLUMN,
  AVERAGE_ROW,
  DONE_COLUMN,
  FIRST_SCENARIO_COLUMN,
  FIRST_STUDENT_ROW,
  NAME_COLUMN,
  TITLE_ROW,
} from '../grid-places.js';
import type { GradebookScenario } from '../gradebook-scenario.js';
import type { GradebookView } from '../use-gradebook-view.js';
import { cellAt, type useCellSelection } from '../use-cell-selection.js';
import { useGridActions, type GridActions } from '../use-grid-actions.js';
import { positionOf, useGridFocus } from '../../../shared/grid/use-grid-focus.js';
import { useTabStop } from '../../../shared/grid/use-tab-stop.js';
import { useSkipTarget } from '../../../shared/ui/skip-links.js';
import { useKeepLeftGrid, useLeftGrid } from '../left-grid.js';
import { useGridGeometry } from '../use-grid-geometry.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import { CellNoteLine } from './cell-note-line.js';
import { GradebookHead, StaleOrder } from './gradebook-head.js';
import { GradebookRow } from './gradebook-row.js';
import styles from './gradebook-table.module.css';

const GRID_ID = 'gradebook';
const NONE_SELECTED: ReadonlySet<string> = new Set();

interface GradebookTableProps {
  view: GradebookView;
  label: string;
  quizOf: (scenario: GradebookScenario) => string | null;
  actions: GridActions;
  /** Selects cells to decide about; omitted when nothing can be changed. */
  selection?: ReturnType<typeof useCellSelection>;
  /** Whether live changes made the rows differ from their sort. */
  outOfOrder: boolean;
  onSortAgain: () => void;
  /** Explains the keys. Defaults to those of the live gradebook. */
  help?: string;
}

/** The live grid. Rows and columns are virtual, header and names are sticky, and each cell subscribes to its own row of the store. */
export function GradebookTable(props: GradebookTableProps) {
  const { view, label, quizOf, actions, selection, outOfOrder, onSortAgain, help } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const { students, scenarios } = view;
  const start = useLeftGrid(view);
  const rowKeys = [TITLE_ROW, AVERAGE_ROW, ...students.map(({ userId }) => userId)];
  const columnKeys = [NAME_COLUMN, AVERAGE_COLUMN, DONE_COLUMN, ...scenarios.map(({ scenarioId }) => scenarioId)];
  const { stop, active, setActive } = useTabStop(start.stop, rowKeys, columnKeys);
  const rows = rowKeys.length;
  const columns = columnKeys.length;
  const geometry = useGridGeometry({ scroller, rows: students.length, scenarios, active, start });
  const { rowVirtualizer, columnVirtualizer } = geometry;
  const focus = useGridFocus({
    scroller,
    active,
    setActive,
    bounds: () => ({ rows, columns, page: geometry.pageRows() }),
    scrollTo: geometry.scrollTo,
  });
  const grid = useGridActions(view, actions);
  useKeepLeftGrid({ view, stop, scroller, takesFocus: start.hadFocus });
  useTopAfterSort(view.order, geometry.scrollToTop);
  useSkipTarget(messages.grid.skip, GRID_ID);
  function onKeyDown(event: KeyboardEvent): void {
    const selected = selection?.onKey(event, active);
    if (typeof selected === 'object') focus.moveTo(selected);
    else if (!selected && !grid.onKey(event, active)) focus.onKeyDown(event);
  }

  const drawn = columnVirtualizer.getVirtualItems();
  return (
    <div className={styles.frame}>
      <StaleOrder
        outOfOrder={outOfOrder}
        onSortAgain={() => {
          onSortAgain();
          focus.moveTo({ row: TITLE_ROW, column: columnOf(view) });
        }}
      />
      <p id={helpId} className="visually-hidden">
        {help ?? messages.grid.help} {view.showNames && messages.grid.helpNames}
      </p>
      <div
        ref={scroller}
        id={GRID_ID}
        role="grid"
        aria-label={label}
        aria-describedby={helpId}
        aria-rowcount={ariaRow(rows - 1)}
        aria-colcount={ariaColumn(columns - 1)}
        aria-readonly
        aria-multiselectable={selection !== undefined}
        className={styles.grid}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          if (!selection?.onClick(event, positionOf(event.target))) grid.onClick(event);
        }}
        onContextMenu={grid.onContextMenu}
        onFocus={focus.onFocus}
      >
        <div role="presentation" className={styles.sheet} style={geometry.sheet}>
          <GradebookHead
            view={view}
            height={geometry.headHeight}
            columns={drawn}
            edge={geometry.edge}
            active={active}
            quizOf={quizOf}
          />
          <div role="rowgroup">
            {rowVirtualizer.getVirtualItems().map(({ index, start }) => {
              const student = students[index];
              const row = index + FIRST_STUDENT_ROW;
              return (
                student && (
                  <GradebookRow
                    key={student.userId}
                    view={view}
                    student={student}
                    row={row}
                    top={start}
                    columns={drawn}
                    activeColumn={active.row === row ? active.column : null}
                    selected={selection?.selected ?? NONE_SELECTED}
                  />
                )
              );
            })}
          </div>
        </div>
      </div>
      <CellNoteLine view={view} cell={cellAt(view, active)} />
    </div>
  );
}

/** Returns the column that the rows are sorted by. */
function columnOf({ order: { by }, scenarios }: GradebookView): number {
  const scenario = scenarios.findIndex(({ scenarioId }) => scenarioId === by);
  if (scenario >= 0) return scenario + FIRST_SCENARIO_COLUMN;
  if (by === BY_AVERAGE) return AVERAGE_COLUMN;
  return by === BY_DONE ? DONE_COLUMN : NAME_COLUMN;
}

/** Scrolls to the first row after each sort. */
function useTopAfterSort(order: Order, scrollToTop: () => void): void {
  const sorted = useRef(order);
  useEffect(() => {
    if (sorted.current === order) return;
    sorted.current = order;
    scrollToTop();
  });
}
