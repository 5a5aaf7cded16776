import Tooltip from '@mui/material/Tooltip';
import type { SortDirection } from '@tanstack/react-table';
import { columnTitle } from '../../../../api/contracts/column-title.rule.js';
import type { GradebookScenario } from '../gradebook-columns.js';
import styles from './gradebook-table.module.css';
import { SortMark, ariaSort } from './sort-mark.js';

interface ScenarioHeaderProps {
  scenario: GradebookScenario;
  column: number;
  left: number;
  width: number;
  active: boolean;
  sorted: false | SortDirection;
}

/** A scenario's title over its column, past 20 characters cut into 10 + 10 with the whole in a tooltip. */
export function ScenarioHeader({ scenario, column, left, width, active, sorted }: ScenarioHeaderProps) {
  const { lines } = columnTitle(scenario.scenarioShortTitle);
  return (
    <Tooltip title={scenario.scenarioTitle} describeChild>
      <div
        role="columnheader"
        aria-colindex={column + 1}
        aria-sort={ariaSort(sorted)}
        data-place={`0:${column}`}
        tabIndex={active ? 0 : -1}
        className={styles.scenario}
        style={{ left, width }}
      >
        <span className={styles.title}>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </span>
        <span className={styles.kind}>
          {scenario.scenarioType === 'Quiz' && 'Quiz'}
          <SortMark sorted={sorted} />
        </span>
      </div>
    </Tooltip>
  );
}
