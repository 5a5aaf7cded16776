import { useEffect, useState } from 'react';
import { connectionAtom } from '../live-client/connection.atoms.js';
import { sharedMessages } from '../shared.messages.js';
import { useAtomValue } from '../state/jotai.js';
import styles from './live-sign.module.css';

/** A first connection usually takes a fraction of this. Its text would be longer than the next one, and move what is around it. */
const CONNECTING_AFTER_MS = 1_500;

/** Shows whether the page updates live. Takes the room of its shortest text until the first connection is made or late. */
export function LiveSign() {
  const messages = sharedMessages.live;
  const state = useAtomValue(connectionAtom);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), CONNECTING_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const shown = state === 'idle' ? 'connecting' : state;
  const isQuiet = shown === 'connecting' && !isLate;
  return (
    <span
      role="status"
      aria-live="polite"
      className={styles.sign}
      data-state={shown}
      data-room={isQuiet ? messages.live : undefined}
      data-screen-only
      title={state === 'polling' ? messages.pollingHint : undefined}
    >
      <span className={styles.lamp} aria-hidden="true" />
      {!isQuiet && messages[shown]}
    </span>
  );
}
