import { GRADE_BANDS } from '../grade-bands.js';
import styles from './gradebook-page.module.css';

/** What the letters stand for, in percent, and the mark of what was too fast. */
export function GradeLegend() {
  return (
    <ul className={styles.legend} aria-label="Grades by percent">
      {GRADE_BANDS.map(([grade, percent]) => (
        <li key={grade} data-grade={grade}>
          <b>{grade}</b> <span className="figures">{percent}</span>
        </li>
      ))}
      <li>
        <span aria-hidden="true">»</span> Too fast
      </li>
    </ul>
  );
}
