import { useTable } from '@tanstack/react-table';
import { useMemo, useRef, useState, useSyncExternalStore, type KeyboardEvent, type MouseEvent } from 'react';
import { gradebookColumns, gradebookFeatures, NAME_COLUMN } from '../gradebook-columns.js';
import type { GridPlace } from '../grid-travel.js';
import type { OpenGradebook } from '../open-gradebook.js';
import { placeOf, useGridFocus } from '../use-grid-focus.js';
import { HEAD_HEIGHT, useGridGeometry } from '../use-grid-geometry.js';
import { CampaignHeaders } from './campaign-headers.js';
import { GradebookRow } from './gradebook-row.js';
import styles from './gradebook-table.module.css';
import { ScenarioHeader } from './scenario-header.js';
import { SortMark, ariaSort } from './sort-mark.js';

const INITIAL_ORDER = { sorting: [{ id: NAME_COLUMN, desc: false }] };

/** The live grid: rows and columns are virtual, header and names stay in sight, each cell follows the store by itself. */
export function GradebookTable({ open, label }: { open: OpenGradebook; label: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const students = useSyncExternalStore(open.roster.subscribe, open.roster.get);
  const columns = useMemo(() => gradebookColumns(open), [open]);
  const table = useTable({
    features: gradebookFeatures,
    columns,
    data: students,
    getRowId: (student) => student.userId,
    initialState: INITIAL_ORDER,
  });
  const rows = table.getRowModel().rows;
  const [active, setActive] = useState<GridPlace>({ row: 0, column: 0 });
  const geometry = useGridGeometry({ scroller, rows: rows.length, scenarios: open.scenarios, active });
  const { rowVirtualizer, columnVirtualizer } = geometry;
  const focus = useGridFocus({
    scroller,
    active,
    setActive,
    bounds: () => ({ rows: rows.length + 1, columns: open.scenarios.length + 1, page: geometry.pageRows() }),
    scrollTo: ({ row, column }) => {
      if (row > 0) rowVirtualizer.scrollToIndex(row - 1);
      if (column > 0) columnVirtualizer.scrollToIndex(column - 1);
    },
  });

  const idOf = (column: number) => open.scenarios[column - 1]?.scenarioId ?? NAME_COLUMN;
  const sort = (column: number) => table.getColumn(idOf(column))?.toggleSorting();
  const sortedBy = (id: string) => table.getColumn(id)?.getIsSorted() ?? false;
  function onKeyDown(event: KeyboardEvent): void {
    if (active.row > 0 || (event.key !== 'Enter' && event.key !== ' ')) return focus.onKeyDown(event);
    event.preventDefault();
    sort(active.column);
  }
  function onClick({ target }: MouseEvent): void {
    const place = placeOf(target);
    if (place?.row === 0) sort(place.column);
  }

  const drawn = columnVirtualizer.getVirtualItems();
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 2}
      aria-colcount={open.scenarios.length + 1}
      aria-readonly
      className={styles.grid}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={focus.onFocus}
    >
      <div role="presentation" className={styles.sheet} style={geometry.sheet}>
        <div role="rowgroup" className={styles.head} style={{ height: HEAD_HEIGHT }}>
          <div role="row" aria-rowindex={1} className={styles.campaigns}>
            <div role="presentation" className={styles.corner} />
            <CampaignHeaders scenarios={open.scenarios} edge={geometry.edge} />
          </div>
          <div role="row" aria-rowindex={2} className={styles.titles}>
            <div
              role="columnheader"
              aria-colindex={1}
              aria-sort={ariaSort(sortedBy(NAME_COLUMN))}
              data-place="0:0"
              tabIndex={active.row === 0 && active.column === 0 ? 0 : -1}
              className={styles.studentHeader}
            >
              Student <SortMark sorted={sortedBy(NAME_COLUMN)} />
            </div>
            {drawn.map(({ index, start, size }) => {
              const scenario = open.scenarios[index];
              return (
                scenario && (
                  <ScenarioHeader
                    key={scenario.scenarioId}
                    scenario={scenario}
                    column={index + 1}
                    left={start}
                    width={size}
                    active={active.row === 0 && active.column === index + 1}
                    sorted={sortedBy(scenario.scenarioId)}
                  />
                )
              );
            })}
          </div>
        </div>
        <div role="rowgroup">
          {rowVirtualizer.getVirtualItems().map(({ index, start }) => {
            const student = rows[index]?.original;
            return (
              student && (
                <GradebookRow
                  key={student.userId}
                  open={open}
                  student={student}
                  row={index + 1}
                  top={start}
                  columns={drawn}
                  activeColumn={active.row === index + 1 ? active.column : null}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}
