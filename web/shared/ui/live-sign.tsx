import { connectionAtom } from '../live-client/connection.atoms.js';
import { sharedMessages } from '../shared.messages.js';
import { useAtomValue } from '../state/jotai.js';
import styles from './live-sign.module.css';

/** Shows whether the page updates live. */
export function LiveSign() {
  const messages = sharedMessages.live;
  const state = useAtomValue(connectionAtom);
  return (
    <span
      role="status"
      aria-live="polite"
      className={styles.sign}
      data-state={state}
      data-screen-only
      title={state === 'polling' ? messages.pollingHint : undefined}
    >
      <span className={styles.lamp} aria-hidden="true" />
      {messages[state === 'idle' ? 'connecting' : state]}
    </span>
  );
}
