import { mdiHandBackRight } from '@mdi/js';
import { Icon } from '../../../shared/ui/icon.js';
import { useHelpRequest } from '../help-requests.js';
import { presenceMessages as messages } from '../presence.messages.js';
import styles from './help-mark.module.css';

/** A raised hand beside the name of a student who asks for help; outlined once a member of staff is on the way. */
export function HelpMark({ userId }: { userId: string }) {
  const request = useHelpRequest(userId);
  if (!request) return null;
  const text = request.helper ? messages.requests.markTaken(request.helper.name) : messages.requests.mark;
  return (
    <span className={styles.mark} data-taken={request.helper !== null} title={text}>
      <Icon path={mdiHandBackRight} />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
