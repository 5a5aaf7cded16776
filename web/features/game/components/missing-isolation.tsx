import Button from '@mui/material/Button';
import styles from './game-viewer.module.css';

/**
 * Replaces a game that uses threads on a page that may not run them. Browsers share memory between threads only on
 * cross-origin isolated pages, and isolate pages only over HTTPS or from the same computer.
 */
export function MissingIsolation({ onReload }: { onReload: () => void }) {
  return (
    <div className={styles.cover} role="alert">
      <h2>This game cannot run on this page.</h2>
      {window.isSecureContext ? (
        <>
          <p>
            It uses threads, which browsers allow only with the headers Cross-Origin-Opener-Policy and
            Cross-Origin-Embedder-Policy, and they did not arrive. Reload the page. If it does not help, ask your
            administrator to let these headers pass.
          </p>
          <Button variant="contained" onClick={onReload}>
            Reload
          </Button>
        </>
      ) : (
        <p>
          It uses threads, which browsers allow only over HTTPS or on the server itself. Open this page with an address
          that starts with https://, or ask your administrator to set up HTTPS.
        </p>
      )}
    </div>
  );
}
