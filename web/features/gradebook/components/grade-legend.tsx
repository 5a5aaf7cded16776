import type { Grade } from '../../../../api/contracts/grade.rule.js';
import styles from './gradebook-page.module.css';

const BANDS: readonly (readonly [Grade, string])[] = [
  ['A+', '≥ 95'],
  ['A', '≥ 90'],
  ['B', '≥ 80'],
  ['C', '≥ 70'],
  ['D', '≥ 60'],
  ['F', '< 60'],
];

/** What the letters stand for, in percent. */
export function GradeLegend() {
  return (
    <ul className={styles.legend} aria-label="Grades by percent">
      {BANDS.map(([grade, percent]) => (
        <li key={grade} data-grade={grade}>
          <b>{grade}</b> <span className="figures">{percent}</span>
        </li>
      ))}
    </ul>
  );
}
