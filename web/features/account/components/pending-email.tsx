import Button from '@mui/material/Button';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { dateAndTime } from '../../../shared/readable-time.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { accountMessages } from '../account.messages.js';
import { useCancelEmailChange, useResendConfirmation } from '../api/account.js';
import styles from './account-page.module.css';

const failed = (error: Error) => toast(titleOf(error) || accountMessages.requestFailed, 'error');

/** Notice about a new address that has not been confirmed yet. */
export function PendingEmail({ email, expiresAt }: { email: string; expiresAt: string }) {
  const messages = accountMessages.pending;
  const resend = useResendConfirmation();
  const cancel = useCancelEmailChange();
  const busy = resend.isPending || cancel.isPending;
  return (
    <div className={styles.pending}>
      <p>{messages.waiting(<span className={styles.address}>{email}</span>)}</p>
      <p className={styles.soft}>{messages.until(dateAndTime(expiresAt))}</p>
      <div className={styles.buttons}>
        <Button
          variant="outlined"
          disabled={busy}
          onClick={() =>
            resend.mutate(undefined, {
              onSuccess: () => toast(messages.sentAgain, 'success'),
              onError: failed,
            })
          }
        >
          {messages.sendAgain}
        </Button>
        <Button
          variant="text"
          disabled={busy}
          onClick={() =>
            cancel.mutate(undefined, {
              onSuccess: () => toast(messages.cancelled, 'success'),
              onError: failed,
            })
          }
        >
          {messages.cancel}
        </Button>
      </div>
    </div>
  );
}
