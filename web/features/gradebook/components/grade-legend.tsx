import { TOO_FAST } from '../cell-display.js';
import { GRADE_BANDS } from '../grade-bands.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import styles from './gradebook-page.module.css';

/** What the letters stand for, in percent, and the mark of what was too fast. */
export function GradeLegend() {
  return (
    <ul className={styles.legend} aria-label={messages.legend}>
      {GRADE_BANDS.map(([grade, percent]) => (
        <li key={grade} data-grade={grade}>
          <b>{grade}</b> <span className="figures">{percent}</span>
        </li>
      ))}
      <li>
        <span aria-hidden="true">{TOO_FAST}</span> {messages.tooFast}
      </li>
    </ul>
  );
}
