import { mdiHandBackRight, mdiHandBackRightOutline } from '@mdi/js';
import { receivesNewsAtom } from '../../../shared/live-client/connection.atoms.js';
import { useAtomValue } from '../../../shared/state/jotai.js';
import { Icon } from '../../../shared/ui/icon.js';
import type { OwnHelp } from '../use-own-help.js';
import styles from './ask-for-help.module.css';

interface AskForHelpProps {
  help: OwnHelp;
  onChange: (asks: boolean) => void;
}

const NOT_SENT = 'You are not connected. Your instructor is notified as soon as you are connected again.';

/** The button that opens or cancels a help request, and the state of the request. */
export function AskForHelp({ help, onChange }: AskForHelpProps) {
  const asked = help.helpId !== null;
  const connected = useAtomValue(receivesNewsAtom);
  return (
    <section className={styles.strip} data-asked={asked} aria-label="Help from your instructor">
      <button type="button" className={styles.button} aria-pressed={asked} onClick={() => onChange(!asked)}>
        <Icon path={asked ? mdiHandBackRight : mdiHandBackRightOutline} />
        Ask for help
      </button>
      <p role="status">{asked && !connected ? NOT_SENT : statusText(help)}</p>
    </section>
  );
}

function statusText(help: OwnHelp): string {
  switch (help.status) {
    case 'none':
      return 'Stuck? Your instructor sees who asks for help.';
    case 'sending':
      return 'Notifying your instructor…';
    case 'notified':
      return 'Your instructor has been notified. Select again to cancel.';
    case 'on-the-way':
      return `${help.helperName} is on the way.`;
    case 'resolved':
      return 'Resolved. Ask again whenever you need help.';
  }
}
