import type { VirtualItem } from '@tanstack/react-virtual';
import { useMemo } from 'react';
import type { GridPosition } from '../../../shared/grid/grid-travel.js';
import { BY_AVERAGE, BY_DONE, BY_NAME, BY_STUDENT } from '../gradebook-order.js';
import { campaignSpans, type GradebookScenario } from '../gradebook-scenario.js';
import {
  ariaColumn,
  ariaRow,
  AVERAGE_COLUMN,
  AVERAGE_ROW,
  DONE_COLUMN,
  FIRST_SCENARIO_COLUMN,
  NAME_COLUMN,
  TITLE_ROW,
} from '../grid-places.js';
import type { GradebookView } from '../use-gradebook-view.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import { AverageRow } from './average-row.js';
import styles from './gradebook-table.module.css';
import { ScenarioHeader } from './scenario-header.js';
import { ariaSort, SortButton, SortMark } from './sort-mark.js';
import headStyles from './gradebook-head.module.css';

interface GradebookHeadProps {
  view: GradebookView;
  /** Pixels. */
  height: number;
  columns: readonly VirtualItem[];
  edge: (index: number) => number;
  active: GridPosition;
  /** Address of the quiz's answers; null for a scenario that is no quiz. */
  quizOf: (scenario: GradebookScenario) => string | null;
}

/** The sticky rows at the top: campaigns, titles, and averages of the class. */
export function GradebookHead({ view, height, columns, edge, active, quizOf }: GradebookHeadProps) {
  const { scenarios, order, showNames } = view;
  const texts = messages.grid;
  const sortedBy = (by: string) => (order.by === by ? order.order : null);
  const isActive = (column: number) => active.row === TITLE_ROW && active.column === column;
  return (
    <div role="rowgroup" className={styles.head} style={{ height }}>
      <div role="row" aria-rowindex={1} className={styles.campaigns}>
        <div role="presentation" className={styles.corner} />
        <CampaignHeaders scenarios={scenarios} edge={edge} />
      </div>
      <div role="row" aria-rowindex={ariaRow(TITLE_ROW)} className={styles.titles}>
        <div
          role="columnheader"
          aria-colindex={ariaColumn(NAME_COLUMN)}
          aria-sort={ariaSort(sortedBy(BY_STUDENT) ?? sortedBy(BY_NAME))}
          data-place={`${TITLE_ROW}:${NAME_COLUMN}`}
          tabIndex={isActive(NAME_COLUMN) ? 0 : -1}
          className={styles.studentHeader}
        >
          <span>
            {texts.userName} <SortMark sorted={sortedBy(BY_STUDENT)} />
          </span>
          {showNames && (
            <SortButton label={texts.sortByName} sorted={sortedBy(BY_NAME)}>
              {texts.name}
            </SortButton>
          )}
        </div>
        {(
          [
            [AVERAGE_COLUMN, BY_AVERAGE, texts.average, styles.averageHeader],
            [DONE_COLUMN, BY_DONE, texts.done, styles.doneHeader],
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

interface CampaignHeadersProps {
  scenarios: readonly GradebookScenario[];
  /** Returns the left edge of a scenario column; one past the last index gives the right end. */
  edge: (index: number) => number;
}

/** The campaigns, each above its scenarios. Their names stay visible during horizontal scrolling. */
function CampaignHeaders({ scenarios, edge }: CampaignHeadersProps) {
  const spans = useMemo(() => campaignSpans(scenarios), [scenarios]);
  return spans.map(({ id, title, type, first, count }) => (
    <div
      key={`${id}:${first}`}
      role="columnheader"
      aria-colindex={ariaColumn(first + FIRST_SCENARIO_COLUMN)}
      aria-colspan={count}
      className={headStyles.campaign}
      style={{ left: edge(first), width: edge(first + count) - edge(first) }}
    >
      <span className={headStyles.title}>
        {title} <span className={headStyles.type}>{messages.grid.campaignTypes[type]}</span>
      </span>
    </div>
  ));
}

interface StaleOrderProps {
  outOfOrder: boolean;
  onSortAgain: () => void;
}

/** Button that sorts again when live changes have made the order of the rows outdated. Covers the empty corner of the grid. */
export function StaleOrder({ outOfOrder, onSortAgain }: StaleOrderProps) {
  return (
    <div className={outOfOrder ? headStyles.stale : undefined}>
      <span role="status">{outOfOrder && messages.grid.outOfOrder}</span>
      {outOfOrder && (
        <button type="button" className={headStyles.again} onClick={onSortAgain}>
          {messages.grid.sortAgain}
        </button>
      )}
    </div>
  );
}
