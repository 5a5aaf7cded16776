import Button from '@mui/material/Button';
import { gameMessages as messages } from '../game.messages.js';
import styles from './game-viewer.module.css';

/**
 * Replaces a game with threads on a page that may not run them. Browsers share memory between threads only on cross-origin isolated pages.
 * They isolate pages only over HTTPS or from the same computer.
 */
export function MissingIsolation({ onReload }: { onReload: () => void }) {
  const texts = messages.isolation;
  return (
    <div className={styles.cover} role="alert">
      <h2>{texts.title}</h2>
      {window.isSecureContext ? (
        <>
          <p>{texts.headersMissing}</p>
          <Button variant="contained" onClick={onReload}>
            {texts.reload}
          </Button>
        </>
      ) : (
        <p>{texts.httpsMissing}</p>
      )}
    </div>
  );
}
