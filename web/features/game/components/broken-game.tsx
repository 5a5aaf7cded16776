import Button from '@mui/material/Button';
import styles from './game-viewer.module.css';

/** Instead of a game that is not there or does not start (decisions V3). */
export function BrokenGame({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.cover} role="alert">
      <h2>The game could not be loaded.</h2>
      <p>Check your connection. If it does not help, contact your administrator.</p>
      <Button variant="contained" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
