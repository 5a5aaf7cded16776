import Button from '@mui/material/Button';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { dateAndTime } from '../../../shared/readable-time.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { useCancelEmailChange, useResendConfirmation } from '../api/account.js';
import styles from './account-page.module.css';

const failed = (error: Error) => toast(titleOf(error) || 'The request failed. Try again.', 'error');

/** A new address that waits for its confirmation. */
export function PendingEmail({ email, expiresAt }: { email: string; expiresAt: string }) {
  const resend = useResendConfirmation();
  const cancel = useCancelEmailChange();
  const busy = resend.isPending || cancel.isPending;
  return (
    <div className={styles.pending}>
      <p>
        Waiting for confirmation: <span className={styles.address}>{email}</span>
      </p>
      <p className={styles.soft}>Open the link in the mail we sent there by {dateAndTime(expiresAt)}.</p>
      <div className={styles.buttons}>
        <Button
          variant="outlined"
          disabled={busy}
          onClick={() =>
            resend.mutate(undefined, {
              onSuccess: () => toast('The confirmation was sent again.', 'success'),
              onError: failed,
            })
          }
        >
          Send again
        </Button>
        <Button
          variant="text"
          disabled={busy}
          onClick={() =>
            cancel.mutate(undefined, {
              onSuccess: () => toast('Your e-mail address stays as it is.', 'success'),
              onError: failed,
            })
          }
        >
          Cancel change
        </Button>
      </div>
    </div>
  );
}
