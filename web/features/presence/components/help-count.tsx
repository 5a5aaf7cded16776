import { useHelpCount } from '../help-requests.js';
import styles from './help-count.module.css';

/** How many students ask for help, as a badge; nothing while none does. */
export function HelpCount() {
  const count = useHelpCount();
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{helpCountText(count)}</span>
    </span>
  );
}

/** The count for screen readers, announced when it changes. */
export function HelpCountAnnouncement() {
  const count = useHelpCount();
  return (
    <p role="status" className="visually-hidden">
      {count > 0 && helpCountText(count)}
    </p>
  );
}

const helpCountText = (count: number): string =>
  count === 1 ? '1 student asks for help' : `${count} students ask for help`;
