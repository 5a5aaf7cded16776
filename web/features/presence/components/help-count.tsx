import { useHelpCount } from '../help-requests.js';
import { presenceMessages as messages } from '../presence.messages.js';
import styles from './help-count.module.css';

/** How many students ask for help, as a badge; nothing while none does. */
export function HelpCount() {
  const count = useHelpCount();
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{messages.requests.count(count)}</span>
    </span>
  );
}

/** The count for screen readers, announced when it changes. */
export function HelpCountAnnouncement() {
  const count = useHelpCount();
  return (
    <p role="status" className="visually-hidden">
      {count > 0 && messages.requests.count(count)}
    </p>
  );
}
