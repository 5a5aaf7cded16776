import { mdiHandBackRight, mdiHandBackRightOutline } from '@mdi/js';
import { connectionAtom } from '../../../shared/live-client/connection.atoms.js';
import { useAtomValue } from '../../../shared/state/jotai.js';
import { Icon } from '../../../shared/ui/icon.js';
import styles from './ask-for-help.module.css';

interface AskForHelpProps {
  asked: boolean;
  onChange: (asked: boolean) => void;
}

const NOT_ASKED = 'Stuck? Your instructor sees who asks for help.';
const ASKED =
  'You have asked for help. Help is on the way when your instructor sees it. Press again when you need it no more.';
const NOT_SENT = 'You are not connected. Your instructor sees that you ask for help once you are again.';

/** A raised hand: on until the student takes it down again. */
export function AskForHelp({ asked, onChange }: AskForHelpProps) {
  const connected = useAtomValue(connectionAtom) === 'live';
  return (
    <section className={styles.strip} data-asked={asked} aria-label="Help from your instructor">
      <button type="button" className={styles.button} aria-pressed={asked} onClick={() => onChange(!asked)}>
        <Icon path={asked ? mdiHandBackRight : mdiHandBackRightOutline} />
        Ask for help
      </button>
      <p role="status">{asked ? (connected ? ASKED : NOT_SENT) : NOT_ASKED}</p>
    </section>
  );
}
