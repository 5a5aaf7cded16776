import { forgotPasswordMessages as messages } from '../forgot-password.messages.js';
import styles from './processing.module.css';

/** Announces that a request is in progress. */
export function Processing({ busy }: { busy: boolean }) {
  return (
    <div role="status" className={styles.processing}>
      {busy && messages.processing}
    </div>
  );
}
