import type { SystemProblem } from '../system-problems.js';
import { Chip } from '../../../shared/ui/chip.js';
import { operationsMessages as messages } from '../operations.messages.js';
import styles from './system-status.module.css';

/** List of problems with their remedies, or that there are none. Screen readers announce changes. */
export function ProblemList({ problems }: { problems: readonly SystemProblem[] }) {
  return (
    <div aria-live="polite">
      {problems.length === 0 ? (
        <p className={styles.well}>
          <Chip tone="good">{messages.problems.none}</Chip> {messages.problems.noneHelp}
        </p>
      ) : (
        <ul className={styles.problems} aria-label={messages.problems.label}>
          {problems.map(({ what, remedy, severity }) => (
            <li key={what} data-severity={severity}>
              <Chip tone={severity === 'error' ? 'bad' : 'signal'}>{messages.problems[severity]}</Chip>
              <strong>{what}</strong>
              <p>{remedy}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
