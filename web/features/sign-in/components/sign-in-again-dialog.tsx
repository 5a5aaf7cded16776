import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { storedSignIn, storedUsername } from '../../../shared/session/stored-sign-in.js';
import { sharedMessages } from '../../../shared/shared.messages.js';
import { PasswordInput } from '../../../shared/ui/entry-fields.js';
import dialogStyles from '../../../shared/ui/plain-dialog.module.css';
import { loginFailure } from '../login-failure.js';
import { signInMessages } from '../sign-in.messages.js';
import { signInAgainMessages as messages } from '../sign-in-again.messages.js';
import { signIn } from '../sign-in.js';
import styles from './sign-in-again-dialog.module.css';

export interface SignInAgainDialogProps {
  onSignedIn: () => void;
  onCancel: () => void;
  /** Called when a new password must be set before the sign-in. */
  onResetPending: (username: string) => void;
}

/**
 * Shows that the session has expired, and asks the same user for the password. It is a native modal dialog, because only those appear above
 * other open native dialogs.
 */
export default function SignInAgainDialog({ onSignedIn, onCancel, onResetPending }: SignInAgainDialogProps) {
  const [username] = useState(storedUsername);
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();
  const focusPassword = () => dialog.current?.querySelector<HTMLElement>('input[name="password"]')?.focus();

  // A layout effect, because a dialog restores the focus only when it is closed before its removal.
  useLayoutEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    return () => shown.close();
  }, []);

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
      // Signing in to a disabled account also clears the stored old session.
      if (storedSignIn.refreshToken() === null) {
        storedSignIn.leaveLoginError(message);
        onCancel();
        return;
      }
      setProblem(message);
      setPassword('');
      setBusy(false);
      focusPassword();
    }
  }

  return createPortal(
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      aria-labelledby={titleId}
      aria-describedby={textId}
      // Escape must not lose input on the page. On a second Escape, browsers close a dialog without this event.
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <form
        className={styles.form}
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
      >
        <h2 id={titleId}>{messages.title}</h2>
        <p id={textId}>{messages.help(<strong>{username}</strong>)}</p>
        {/* For password managers, which look for the user name beside the password. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordInput
          label={signInMessages.password}
          name="password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to fill in this one field
          autoFocus
          autoComplete="current-password"
          maxLength={255}
          value={password}
          error={isMissing ? signInMessages.enterPassword : undefined}
          onChange={(value) => {
            setPassword(value);
            setMissing(false);
          }}
        />
        {problem && <Alert severity="error">{problem}</Alert>}
        <div className={styles.actions}>
          <Button onClick={onCancel}>{sharedMessages.cancel}</Button>
          <Button type="submit" variant="contained" disabled={isBusy}>
            {messages.submit}
          </Button>
        </div>
      </form>
    </dialog>,
    // outside the page: MUI hides the page from screen readers while one of its own dialogs is open
    document.body,
  );
}
