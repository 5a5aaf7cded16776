import type { VirtualItem } from '@tanstack/react-virtual';
import { BY_AVERAGE, BY_STUDENT } from '../gradebook-order.js';
import type { GradebookScenario } from '../gradebook-scenario.js';
import {
  ariaColumn,
  ariaRow,
  AVERAGE_COLUMN,
  AVERAGE_ROW,
  FIRST_SCENARIO_COLUMN,
  NAME_COLUMN,
  TITLE_ROW,
} from '../grid-places.js';
import type { GridPlace } from '../../../shared/grid/grid-travel.js';
import type { GradebookView } from '../use-gradebook-view.js';
import { HEAD_HEIGHT } from '../use-grid-geometry.js';
import { AverageRow } from './average-row.js';
import { CampaignHeaders } from './campaign-headers.js';
import styles from './gradebook-table.module.css';
import { ScenarioHeader } from './scenario-header.js';
import { SortMark, ariaSort } from './sort-mark.js';

interface GradebookHeadProps {
  view: GradebookView;
  columns: readonly VirtualItem[];
  edge: (index: number) => number;
  active: GridPlace;
  /** Where the answers of a quiz are, null for what is none. */
  quizOf: (scenario: GradebookScenario) => string | null;
}

/** What stays on top: the campaigns, the titles, and the averages of the class. */
export function GradebookHead({ view, columns, edge, active, quizOf }: GradebookHeadProps) {
  const { scenarios, order } = view;
  const sortedBy = (by: string) => (order.by === by ? order.order : null);
  const isActive = (column: number) => active.row === TITLE_ROW && active.column === column;
  return (
    <div role="rowgroup" className={styles.head} style={{ height: HEAD_HEIGHT }}>
      <div role="row" aria-rowindex={1} className={styles.campaigns}>
        <div role="presentation" className={styles.corner} />
        <CampaignHeaders scenarios={scenarios} edge={edge} />
      </div>
      <div role="row" aria-rowindex={ariaRow(TITLE_ROW)} className={styles.titles}>
        {(
          [
            [NAME_COLUMN, BY_STUDENT, 'Student', styles.studentHeader],
            [AVERAGE_COLUMN, BY_AVERAGE, 'Average', styles.averageHeader],
          ] as const
        ).map(([column, by, text, className]) => (
          <div
            key={by}
            role="columnheader"
            aria-colindex={ariaColumn(column)}
            aria-sort={ariaSort(sortedBy(by))}
            data-place={`${TITLE_ROW}:${column}`}
            tabIndex={isActive(column) ? 0 : -1}
            className={className}
          >
            {text} <SortMark sorted={sortedBy(by)} />
          </div>
        ))}
        {columns.map(({ index, start, size }) => {
          const scenario = scenarios[index];
          const column = index + FIRST_SCENARIO_COLUMN;
          return (
            scenario && (
              <ScenarioHeader
                key={scenario.scenarioId}
                scenario={scenario}
                column={column}
                left={start}
                width={size}
                active={isActive(column)}
                sorted={sortedBy(scenario.scenarioId)}
                quiz={quizOf(scenario)}
              />
            )
          );
        })}
      </div>
      <AverageRow view={view} columns={columns} activeColumn={active.row === AVERAGE_ROW ? active.column : null} />
    </div>
  );
}
