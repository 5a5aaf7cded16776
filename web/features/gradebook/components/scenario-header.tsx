import Tooltip from '@mui/material/Tooltip';
import { Link } from 'react-router-dom';
import { columnTitle } from '../../../../api/contracts/column-title.rule.js';
import type { GradebookScenario } from '../gradebook-scenario.js';
import { ariaColumn, TITLE_ROW } from '../grid-places.js';
import type { SortOrder } from '../gradebook-order.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import styles from './gradebook-table.module.css';
import { ariaSort, SortButton, SortMark } from './sort-mark.js';

interface ScenarioHeaderProps {
  scenario: GradebookScenario;
  column: number;
  left: number;
  width: number;
  active: boolean;
  sorted: SortOrder | null;
  /** Address of the quiz's answers; null for a scenario that is no quiz. */
  quiz: string | null;
}

/**
 * Column title of a scenario. Titles over 20 characters are cut to 10 + 10, with the full title in a tooltip. A click sorts. The title of a
 * quiz links to its answers and has a separate sort button.
 */
export function ScenarioHeader({ scenario, column, left, width, active, sorted, quiz }: ScenarioHeaderProps) {
  const lines = columnTitle(scenario.scenarioShortTitle).lines.map((line) => <span key={line}>{line}</span>);
  return (
    <Tooltip title={scenario.scenarioTitle} describeChild>
      <div
        role="columnheader"
        aria-colindex={ariaColumn(column)}
        aria-sort={ariaSort(sorted)}
        data-place={`${TITLE_ROW}:${column}`}
        tabIndex={active ? 0 : -1}
        className={styles.scenario}
        style={{ left, width }}
      >
        {quiz === null ? (
          <span className={styles.title}>{lines}</span>
        ) : (
          <Link to={quiz} tabIndex={-1} className={styles.title}>
            {lines}
          </Link>
        )}
        <span className={styles.kind}>
          {quiz === null ? (
            <SortMark sorted={sorted} />
          ) : (
            <>
              {messages.grid.quiz}
              <SortButton label={messages.grid.sortBy(scenario.scenarioShortTitle)} sorted={sorted} />
            </>
          )}
        </span>
      </div>
    </Tooltip>
  );
}
