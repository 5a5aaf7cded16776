import type { StateFilter } from '../monitor.js';
import styles from './state-mark.module.css';

/** A lamp whose shape says the same as its colour. */
export const StateMark = ({ state }: { state: StateFilter }) => (
  <span aria-hidden="true" className={styles.mark} data-state={state} />
);
