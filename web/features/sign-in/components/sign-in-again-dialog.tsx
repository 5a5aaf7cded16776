import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useRef, useState } from 'react';
import { storedSession, storedUsername } from '../../../shared/session/stored-session.js';
import { PasswordInput } from '../../../shared/ui/password-input.js';
import { loginFailure } from '../login-failure.js';
import { signIn } from '../sign-in.js';
import styles from './sign-in-again-dialog.module.css';

export interface SignInAgainDialogProps {
  onSignedIn: () => void;
  onCancel: () => void;
  /** A new password has to be chosen before the sign-in. */
  onResetPending: (username: string) => void;
}

/** Says that the session has expired and asks the same person for the password. */
export default function SignInAgainDialog({ onSignedIn, onCancel, onResetPending }: SignInAgainDialogProps) {
  const [username] = useState(storedUsername);
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const titleId = useId();
  const textId = useId();
  const focusPassword = () => form.current?.querySelector<HTMLElement>('input[name="password"]')?.focus();

  async function submit(): Promise<void> {
    setProblem(null);
    setMissing(password === '');
    if (password === '') return focusPassword();
    setBusy(true);
    try {
      if (await signIn(username, password)) onSignedIn();
      else onResetPending(username);
    } catch (error) {
      const { message } = loginFailure(error);
      // The sign-in of a disabled account also ends what was stored of the old one.
      if (storedSession.refreshToken() === null) {
        storedSession.leaveLoginError(message);
        onCancel();
        return;
      }
      setProblem(message);
      setPassword('');
      setBusy(false);
      focusPassword();
    }
  }

  return (
    // Without onClose: a click beside the dialog must not lose what was typed on the page.
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={titleId} aria-describedby={textId}>
      <form
        ref={form}
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
      >
        <DialogTitle id={titleId}>Session expired</DialogTitle>
        <DialogContent className={styles.content}>
          <p id={textId}>
            Your session has expired. Enter the password of <strong>{username}</strong> to continue. This page stays as
            it is.
          </p>
          {/* For password managers: they look for the name beside the password. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordInput
            label="Password"
            name="password"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to fill in this one field
            autoFocus
            autoComplete="current-password"
            maxLength={255}
            value={password}
            error={isMissing ? 'Enter your password.' : undefined}
            onChange={(value) => {
              setPassword(value);
              setMissing(false);
            }}
          />
          {problem && <Alert severity="error">{problem}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={isBusy}>
            Sign in
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
