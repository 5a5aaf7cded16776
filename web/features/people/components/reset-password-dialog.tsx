import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { User } from '../../../../api/contracts/user.contract.js';
import { CopyButton } from '../../../shared/ui/copy-button.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useResetUserPassword } from '../people.api.js';
import { peopleMessages as messages } from '../people.messages.js';
import styles from './user-dialogs.module.css';

/** Resets a password after a confirmation, then shows the one-time code once (docs/rules.md#reset-by-an-administrator). */
export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const texts = messages.resetDialog;
  const reset = useResetUserPassword(user);
  if (reset.data) return <OneTimeCode username={user.username} code={reset.data.code} onClose={onClose} />;
  return (
    <FormDialog
      title={texts.title(user.username)}
      submit={texts.submit}
      harm
      action={reset}
      onSubmit={() => reset.mutate()}
      onClose={onClose}
    >
      <p>{texts.help(user.username, user.email)}</p>
    </FormDialog>
  );
}

/** Dialog with the one-time code. Only its button closes it, because a click outside would lose the code. */
function OneTimeCode({ username, code, onClose }: { username: string; code: string; onClose: () => void }) {
  const texts = messages.resetDialog;
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="one-time-code">
      <DialogTitle id="one-time-code">{texts.codeTitle(username)}</DialogTitle>
      <DialogContent>
        <p className={styles.code}>
          <output className="figures">{code}</output>
          <CopyButton label={texts.copyCode} text={code} />
        </p>
        <p>{texts.codeHelp(username)}</p>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {texts.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
