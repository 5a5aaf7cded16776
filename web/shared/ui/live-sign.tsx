import { connectionAtom } from '../live-client/connection.atoms.js';
import type { ConnectionState } from '../live-client/connection.js';
import { useAtomValue } from '../state/jotai.js';
import styles from './live-sign.module.css';

const TEXTS: Record<ConnectionState, string> = {
  idle: 'Connecting…',
  connecting: 'Connecting…',
  live: 'Live',
  polling: 'Live (slower)',
  reconnecting: 'Reconnecting…',
  offline: 'Offline',
};

/** Tooltip of the sign while the client polls. */
const POLLING_HINT = 'This network blocks the fast live connection. Changes arrive about a second later.';

/** Says whether what is on screen changes by itself. */
export function LiveSign() {
  const state = useAtomValue(connectionAtom);
  return (
    <span
      role="status"
      aria-live="polite"
      className={styles.sign}
      data-state={state}
      data-screen-only
      title={state === 'polling' ? POLLING_HINT : undefined}
    >
      <span className={styles.lamp} aria-hidden="true" />
      {TEXTS[state]}
    </span>
  );
}
