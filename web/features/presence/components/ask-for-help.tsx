import { mdiHandBackRight, mdiHandBackRightOutline } from '@mdi/js';
import { receivesNewsAtom } from '../../../shared/live-client/connection.atoms.js';
import { useAtomValue } from '../../../shared/state/jotai.js';
import { Icon } from '../../../shared/ui/icon.js';
import { presenceMessages as messages } from '../presence.messages.js';
import type { OwnHelp } from '../use-own-help.js';
import styles from './ask-for-help.module.css';

interface AskForHelpProps {
  help: OwnHelp;
  onChange: (asks: boolean) => void;
}

/** The button that opens or cancels a help request, and the state of the request. */
export function AskForHelp({ help, onChange }: AskForHelpProps) {
  const texts = messages.ownHelp;
  const asked = help.helpId !== null;
  const connected = useAtomValue(receivesNewsAtom);
  return (
    <section className={styles.strip} data-asked={asked} aria-label={texts.label}>
      <button type="button" className={styles.button} aria-pressed={asked} onClick={() => onChange(!asked)}>
        <Icon path={asked ? mdiHandBackRight : mdiHandBackRightOutline} />
        {texts.ask}
      </button>
      <p role="status">{asked && !connected ? texts.notSent : statusText(help)}</p>
    </section>
  );
}

function statusText(help: OwnHelp): string {
  const texts = messages.ownHelp;
  switch (help.status) {
    case 'none':
      return texts.none;
    case 'sending':
      return texts.sending;
    case 'notified':
      return texts.notified;
    case 'on-the-way':
      return texts.onTheWay(help.helperName);
    case 'resolved':
      return texts.resolved;
  }
}
