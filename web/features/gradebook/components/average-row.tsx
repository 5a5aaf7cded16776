import type { VirtualItem } from '@tanstack/react-virtual';
import { OVERALL } from '../cell-sums.js';
import {
  ariaColumn,
  ariaRow,
  AVERAGE_COLUMN,
  AVERAGE_ROW,
  DONE_COLUMN,
  FIRST_SCENARIO_COLUMN,
  NAME_COLUMN,
} from '../grid-places.js';
import type { GradebookView } from '../use-gradebook-view.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import { AverageOf } from './average-cell.js';
import { DoneOfAll } from './done-cell.js';
import styles from './average-row.module.css';

interface AverageRowProps {
  view: GradebookView;
  columns: readonly VirtualItem[];
  /** The column of the grid's tab stop; null when another row has it. */
  activeColumn: number | null;
}

/** Row of class averages: overall and by scenario. Each average opens the distribution of its grades. */
export function AverageRow({ view, columns, activeColumn }: AverageRowProps) {
  const { averages, done, scenarios, filtered } = view;
  const stop = (column: number) => ({
    'data-place': `${AVERAGE_ROW}:${column}`,
    tabIndex: activeColumn === column ? 0 : -1,
  });
  return (
    <div role="row" aria-rowindex={ariaRow(AVERAGE_ROW)} className={styles.row}>
      <div role="rowheader" aria-colindex={ariaColumn(NAME_COLUMN)} className={styles.header} {...stop(NAME_COLUMN)}>
        {filtered ? messages.grid.filteredAverage : messages.grid.classAverage}
      </div>
      <div role="gridcell" aria-colindex={ariaColumn(AVERAGE_COLUMN)} className={styles.overall}>
        <button type="button" className={styles.spread} title={messages.grid.distribution} {...stop(AVERAGE_COLUMN)}>
          <AverageOf averages={averages} part={OVERALL} />
          <Bars />
        </button>
      </div>
      <div role="gridcell" aria-colindex={ariaColumn(DONE_COLUMN)} className={styles.done} {...stop(DONE_COLUMN)}>
        <DoneOfAll done={done} />
      </div>
      {columns.map(({ index, start, size }) => {
        const scenario = scenarios[index];
        const column = index + FIRST_SCENARIO_COLUMN;
        return (
          scenario && (
            <div
              key={scenario.scenarioId}
              role="gridcell"
              aria-colindex={ariaColumn(column)}
              className={styles.cell}
              style={{ left: start, width: size }}
            >
              <button
                type="button"
                className={styles.spread}
                title={messages.grid.distributionOf(scenario.scenarioShortTitle)}
                {...stop(column)}
              >
                <AverageOf averages={averages} part={scenario.scenarioId} />
                <Bars />
              </button>
            </div>
          )
        );
      })}
    </div>
  );
}

/** Icon of a chart with three bars. */
function Bars() {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path d="M1 7h2.4v4H1zM4.8 1h2.4v10H4.8zM8.6 4H11v7H8.6z" fill="currentColor" />
    </svg>
  );
}
