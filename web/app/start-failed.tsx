import { NETWORK_ERROR } from '../shared/api-client/api-error.js';
import styles from '../shared/ui/link-button.module.css';
import { NoticePage } from '../shared/ui/notice-page.js';

/** Shown when the server does not even give its configuration. */
export function StartFailed() {
  return (
    <NoticePage title={NETWORK_ERROR} help="If problem persists contact support">
      <button type="button" className={styles.button} onClick={() => window.location.reload()}>
        Try again
      </button>
    </NoticePage>
  );
}
