import { entryMessages } from '../shared/entry.messages.js';
import styles from '../shared/ui/link-button.module.css';
import { NoticePage } from '../shared/ui/notice-page.js';
import { appMessages } from './app.messages.js';

/** Shown when the server does not respond to the requests of the first page. */
export function StartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <NoticePage title={entryMessages.noAnswer} help={appMessages.contactSupport}>
      <button type="button" className={styles.button} onClick={onRetry}>
        {entryMessages.tryAgain}
      </button>
    </NoticePage>
  );
}
