import ButtonBase from '@mui/material/ButtonBase';
import { STATE_FILTERS, type StateFilter } from '../monitor.js';
import { presenceMessages as messages } from '../presence.messages.js';
import styles from './state-filters.module.css';

interface StateFiltersProps {
  total: number;
  counts: Record<StateFilter, number>;
  /** Null for the whole class. */
  selected: StateFilter | null;
  onSelect: (filter: StateFilter | null) => void;
}

/** Number of students in each state. Each is a button that filters the list; a second press removes the filter. */
export function StateFilters({ total, counts, selected, onSelect }: StateFiltersProps) {
  return (
    <div role="group" aria-label={messages.states.label} className={styles.filters}>
      <ButtonBase className={styles.filter} aria-pressed={selected === null} onClick={() => onSelect(null)}>
        <span className={styles.label}>{messages.states.all}</span>
        <span className={styles.count}>{total}</span>
      </ButtonBase>
      {STATE_FILTERS.map((filter) => (
        <ButtonBase
          key={filter}
          className={styles.filter}
          data-calls={filter === 'help' && counts.help > 0}
          aria-pressed={selected === filter}
          onClick={() => onSelect(selected === filter ? null : filter)}
        >
          <span className={styles.label}>
            <StateMark state={filter} />
            {messages.states[filter]}
          </span>
          <span className={styles.count}>{counts[filter]}</span>
        </ButtonBase>
      ))}
    </div>
  );
}

/** Status icon whose shape repeats the meaning of its colour. */
export const StateMark = ({ state }: { state: StateFilter }) => (
  <span aria-hidden="true" className={styles.mark} data-state={state} />
);
