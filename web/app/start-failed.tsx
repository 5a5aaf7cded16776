import { NETWORK_ERROR } from '../shared/api-client/api-error.js';
import styles from '../shared/ui/link-button.module.css';
import { NoticePage } from '../shared/ui/notice-page.js';

/** Shown when the server does not answer what the first page needs. */
export function StartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <NoticePage title={NETWORK_ERROR} help="If problem persists contact support">
      <button type="button" className={styles.button} onClick={onRetry}>
        Try again
      </button>
    </NoticePage>
  );
}
