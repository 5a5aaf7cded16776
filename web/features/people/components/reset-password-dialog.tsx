import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { User } from '../../../../api/contracts/user.contract.js';
import { CopyButton } from '../../../shared/ui/copy-button.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useResetUserPassword } from '../api/reset-user-password.js';
import styles from './reset-password-dialog.module.css';

/** Resets a password: asks first, then shows the one-time code, once (decisions W2). */
export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const reset = useResetUserPassword(user);
  if (reset.data) return <OneTimeCode username={user.username} code={reset.data.code} onClose={onClose} />;
  return (
    <FormDialog
      title={`Reset the password of ${user.username}?`}
      submit="Reset password"
      harm
      action={reset}
      onSubmit={() => reset.mutate()}
      onClose={onClose}
    >
      <p>
        The old password stops working at once and every session of {user.username} ends. You get a one-time code to
        hand over; it is also mailed to {user.email}.
      </p>
    </FormDialog>
  );
}

/** Closed only by its button: a click beside it would lose the code. */
function OneTimeCode({ username, code, onClose }: { username: string; code: string; onClose: () => void }) {
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="one-time-code">
      <DialogTitle id="one-time-code">One-time code for {username}</DialogTitle>
      <DialogContent>
        <p className={styles.code}>
          <output className="figures">{code}</output>
          <CopyButton label="Copy the code" text={code} />
        </p>
        <p>
          Hand this code over to {username} yourself. At the login it takes the place of the password and leads to a new
          one. It works once, within 24 hours, and is not shown again.
        </p>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
