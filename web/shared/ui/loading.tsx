import { entryMessages as messages } from '../entry.messages.js';
import styles from './loading.module.css';

/** Placeholder while content loads. */
export function Loading({ text = messages.loading }: { text?: string }) {
  return (
    <p role="status" className={styles.loading}>
      {text}
    </p>
  );
}
