import type { VirtualItem } from '@tanstack/react-virtual';
import { OVERALL } from '../averages.js';
import {
  ariaColumn,
  ariaRow,
  AVERAGE_COLUMN,
  AVERAGE_ROW,
  FIRST_SCENARIO_COLUMN,
  NAME_COLUMN,
} from '../grid-places.js';
import type { GradebookView } from '../use-gradebook-view.js';
import { AverageOf } from './average-cell.js';
import styles from './average-row.module.css';

interface AverageRowProps {
  view: GradebookView;
  columns: readonly VirtualItem[];
  /** The column that holds the grid's tab stop, null when it lies in another row. */
  activeColumn: number | null;
}

/** Under the titles, the average of each scenario; each opens how the grades are spread. */
export function AverageRow({ view, columns, activeColumn }: AverageRowProps) {
  const { averages, scenarios, filtered } = view;
  const stop = (column: number) => ({
    'data-place': `${AVERAGE_ROW}:${column}`,
    tabIndex: activeColumn === column ? 0 : -1,
  });
  return (
    <div role="row" aria-rowindex={ariaRow(AVERAGE_ROW)} className={styles.row}>
      <div role="rowheader" aria-colindex={ariaColumn(NAME_COLUMN)} className={styles.header} {...stop(NAME_COLUMN)}>
        {filtered ? 'Average of those shown' : 'Class average'}
      </div>
      <div role="gridcell" aria-colindex={ariaColumn(AVERAGE_COLUMN)} className={styles.overall}>
        <button type="button" className={styles.spread} title="Distribution of all grades" {...stop(AVERAGE_COLUMN)}>
          <AverageOf averages={averages} part={OVERALL} />
          <Bars />
        </button>
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
                title={`Distribution of the grades in ${scenario.scenarioShortTitle}`}
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

/** Three bars: behind this there is a chart. */
function Bars() {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path d="M1 7h2.4v4H1zM4.8 1h2.4v10H4.8zM8.6 4H11v7H8.6z" fill="currentColor" />
    </svg>
  );
}
