import { mdiHandBackRight } from '@mdi/js';
import { Icon } from '../../../shared/ui/icon.js';
import { useHelpRequest } from '../help-requests.js';
import styles from './help-mark.module.css';

/** A raised hand beside the name of a student who asks for help; outlined once a member of staff is on the way. */
export function HelpMark({ userId }: { userId: string }) {
  const request = useHelpRequest(userId);
  if (!request) return null;
  const text = request.helper ? `Asks for help. ${request.helper.name} is on the way.` : 'Asks for help';
  return (
    <span className={styles.mark} data-taken={request.helper !== null} title={text}>
      <Icon path={mdiHandBackRight} />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
