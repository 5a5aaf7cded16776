import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { ariaColumn, ariaRow, FIRST_SCENARIO_COLUMN, FIRST_STUDENT_ROW } from '../grid-places.js';
import type { GridPlace } from '../../../shared/grid/grid-travel.js';
import type { GradebookScenario } from '../gradebook-scenario.js';
import type { GradebookView } from '../use-gradebook-view.js';
import { useGridActions, type GridActions } from '../use-grid-actions.js';
import { useGridFocus } from '../../../shared/grid/use-grid-focus.js';
import { useGridGeometry } from '../use-grid-geometry.js';
import { GradebookHead } from './gradebook-head.js';
import { GradebookRow } from './gradebook-row.js';
import styles from './gradebook-table.module.css';

interface GradebookTableProps {
  view: GradebookView;
  label: string;
  quizOf: (scenario: GradebookScenario) => string | null;
  actions: GridActions;
}

/** The live grid: rows and columns are virtual, header and names stay in sight, each cell follows the store by itself. */
export function GradebookTable({ view, label, quizOf, actions }: GradebookTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const { students, scenarios } = view;
  const rows = students.length + FIRST_STUDENT_ROW;
  const columns = scenarios.length + FIRST_SCENARIO_COLUMN;
  const [place, setActive] = useState<GridPlace>({ row: 0, column: 0 });
  // a filter may have taken the place away
  const active = { row: Math.min(place.row, rows - 1), column: Math.min(place.column, columns - 1) };
  const geometry = useGridGeometry({ scroller, rows: students.length, scenarios, active });
  const { rowVirtualizer, columnVirtualizer } = geometry;
  const focus = useGridFocus({
    scroller,
    active,
    setActive,
    bounds: () => ({ rows, columns, page: geometry.pageRows() }),
    scrollTo: geometry.scrollTo,
  });
  const grid = useGridActions(view, actions);
  function onKeyDown(event: KeyboardEvent): void {
    if (!grid.onKey(event, active)) focus.onKeyDown(event);
  }

  const drawn = columnVirtualizer.getVirtualItems();
  return (
    <>
      <p id={helpId} className="visually-hidden">
        Arrow keys move through the cells. Enter opens the attempts of a cell, or the answers of a quiz; Space opens the
        attempts of a quiz too. On a title Enter or Space sorts.
      </p>
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-describedby={helpId}
        aria-rowcount={ariaRow(rows - 1)}
        aria-colcount={ariaColumn(columns - 1)}
        aria-readonly
        className={styles.grid}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onClick={grid.onClick}
        onContextMenu={grid.onContextMenu}
        onFocus={focus.onFocus}
      >
        <div role="presentation" className={styles.sheet} style={geometry.sheet}>
          <GradebookHead view={view} columns={drawn} edge={geometry.edge} active={active} quizOf={quizOf} />
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
                  />
                )
              );
            })}
          </div>
        </div>
      </div>
    </>
  );
}
