import { useLoadFailure } from '../shared/lazy/use-load-failure.js';
import styles from '../shared/ui/link-button.module.css';
import { NoticePage } from '../shared/ui/notice-page.js';

interface PageNotLoadedProps {
  isRepeated: boolean;
  onRetry: () => void;
}

/** Replaces a page whose code failed to load. */
export function PageNotLoaded(failure: PageNotLoadedProps) {
  const { title, help, action, act } = useLoadFailure(failure);
  return (
    <NoticePage title={title} help={help}>
      <button type="button" className={styles.button} onClick={act}>
        {action}
      </button>
    </NoticePage>
  );
}
