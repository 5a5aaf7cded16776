import { useMemo } from 'react';
import { campaignSpans, type GradebookScenario } from '../gradebook-scenario.js';
import { ariaColumn, FIRST_SCENARIO_COLUMN } from '../grid-places.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import styles from './campaign-headers.module.css';

interface CampaignHeadersProps {
  scenarios: readonly GradebookScenario[];
  /** Left edge of a scenario column; one past the last gives the right end. */
  edge: (index: number) => number;
}

/** The campaigns, each over its scenarios; their names stay in sight while one scrolls across. */
export function CampaignHeaders({ scenarios, edge }: CampaignHeadersProps) {
  const spans = useMemo(() => campaignSpans(scenarios), [scenarios]);
  return spans.map(({ id, title, type, first, count }) => (
    <div
      key={`${id}:${first}`}
      role="columnheader"
      aria-colindex={ariaColumn(first + FIRST_SCENARIO_COLUMN)}
      aria-colspan={count}
      className={styles.campaign}
      style={{ left: edge(first), width: edge(first + count) - edge(first) }}
    >
      <span className={styles.title}>
        {title} <span className={styles.type}>{messages.grid.campaignTypes[type]}</span>
      </span>
    </div>
  ));
}
