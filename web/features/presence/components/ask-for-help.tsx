import { mdiHandBackRight, mdiHandBackRightOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { receivesUpdatesAtom } from '../../../shared/live-client/connection.atoms.js';
import { useAtomValue } from '../../../shared/state/jotai.js';
import { Icon } from '../../../shared/ui/icon.js';
import { ownHelpMessages as messages } from '../own-help.messages.js';
import type { OwnHelp } from '../use-own-help.js';
import styles from './ask-for-help.module.css';

interface AskForHelpProps {
  help: OwnHelp;
  onChange: (asks: boolean) => void;
}

/** The button that opens or cancels a help request, and the state of the request. */
export function AskForHelp({ help, onChange }: AskForHelpProps) {
  const asked = help.helpId !== null;
  const connected = useAtomValue(receivesUpdatesAtom);
  return (
    <section className={styles.strip} data-asked={asked} aria-label={messages.label}>
      <Button
        variant={asked ? 'contained' : 'outlined'}
        startIcon={<Icon path={asked ? mdiHandBackRight : mdiHandBackRightOutline} />}
        aria-pressed={asked}
        onClick={() => onChange(!asked)}
      >
        {messages.ask}
      </Button>
      <p role="status">{asked && !connected ? messages.notSent : statusText(help)}</p>
    </section>
  );
}

function statusText(help: OwnHelp): string {
  switch (help.status) {
    case 'none':
      return messages.none;
    case 'sending':
      return messages.sending;
    case 'notified':
      return messages.notified;
    case 'on-the-way':
      return messages.onTheWay(help.helperName);
    case 'resolved':
      return messages.resolved;
  }
}
