import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { User } from '../../../../api/contracts/user.contract.js';
import type { FieldErrors } from '../../../shared/api-client/api-error.js';
import { clientConfig } from '../../../shared/config/client-config.js';
import { storedSignIn } from '../../../shared/session/stored-sign-in.js';
import { EntryForm } from '../../../shared/ui/entry-form.js';
import { LinkList } from '../../../shared/ui/link-list.js';
import type { Notice } from '../../../shared/ui/notice-line.js';
import { SubmitButton } from '../../../shared/ui/submit-button.js';
import { TextButton } from '../../../shared/ui/text-button.js';
import { EntryInput, PasswordInput } from '../../../shared/ui/entry-fields.js';
import { useFieldErrors } from '../../../shared/use-field-errors.js';
import { loginFailure } from '../login-failure.js';
import { signInMessages as messages } from '../sign-in.messages.js';
import { signIn, signOut } from '../sign-in.js';
import styles from './login-form.module.css';

interface LoginFormProps {
  /** Set when the session ended in another tab, which may already have a new one. The stored session is then left unchanged. */
  keepSession: boolean;
  /** Whether a password has just been reset. */
  passwordReset: boolean;
  onSignedIn: (user: User) => void;
  /** Called when a new password must be set before the sign-in. */
  onResetPending: (username: string) => void;
  onForgot: () => void;
  /** Links to other pages. */
  children: ReactNode;
}

/** The login form (docs/rules.md#signing-in). */
export function LoginForm({ keepSession, passwordReset, children, ...on }: LoginFormProps) {
  const { productName, supportEmail } = clientConfig();
  const form = useRef<HTMLFormElement>(null);
  const [credentials, setCredentials] = useState({ username: '', password: '' });
  const [notice, setNotice] = useState(() => firstNotice(keepSession, passwordReset));
  const [progress, setProgress] = useState<'idle' | 'busy' | 'resetting'>('idle');
  const fields = useFieldErrors(form);
  const busy = progress !== 'idle';

  useEffect(() => {
    const inputs = form.current?.querySelectorAll('input') ?? [];
    [...inputs].find(({ value }) => value === '')?.focus();
  }, []);
  useEffect(() => {
    storedSignIn.forgetLoginError();
    if (!keepSession && storedSignIn.refreshToken()) void signOut();
  }, [keepSession]);

  function edit(field: 'username' | 'password', value: string): void {
    setCredentials((current) => ({ ...current, [field]: value }));
    fields.clear(field);
    setNotice((current) => (current?.text.trim() ? current : null));
  }

  async function submit(): Promise<void> {
    const { username, password } = credentials;
    setNotice(null);
    const missing = missingFields(username, password);
    if (missing) return fields.show(missing);
    setProgress('busy');
    fields.clearAll();
    try {
      const user = await signIn(username, password);
      setProgress(user ? 'idle' : 'resetting');
      if (user) on.onSignedIn(user);
      else on.onResetPending(username);
    } catch (error) {
      const { message, fields: wrong } = loginFailure(error);
      setNotice({ text: message, severity: 'error' });
      setProgress('idle');
      fields.show(wrong);
    } finally {
      setCredentials((current) => ({ ...current, password: '' }));
    }
  }

  return (
    <EntryForm
      ref={form}
      title={progress === 'resetting' ? messages.resetPassword : messages.welcome(productName)}
      notice={notice}
      busy={busy}
      values={credentials}
      onSubmit={submit}
    >
      <EntryInput
        label={messages.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        value={credentials.username}
        error={fields.errors.username}
        onChange={(value) => edit('username', value)}
      />
      <PasswordInput
        label={messages.password}
        autoComplete="current-password"
        maxLength={255}
        value={credentials.password}
        error={fields.errors.password}
        onChange={(value) => edit('password', value)}
      />
      <SubmitButton busy={busy}>{messages.login}</SubmitButton>
      <LinkList>
        <TextButton disabled={busy} onClick={on.onForgot}>
          {messages.forgotPassword}
        </TextButton>
        {children}
      </LinkList>
      <p className={styles.help}>{messages.accessCodeHelp(<a href={`mailto:${supportEmail}`}>{supportEmail}</a>)}</p>
    </EntryForm>
  );
}

/** Returns the errors of empty fields; null when both are filled, because only the server can check them. */
function missingFields(username: string, password: string): FieldErrors | null {
  if (username.trim() !== '' && password !== '') return null;
  return {
    ...(username.trim() === '' && { username: messages.enterUsername }),
    ...(password === '' && { password: messages.enterPassword }),
  };
}

function firstNotice(keepSession: boolean, passwordReset: boolean): Notice | null {
  const text = storedSignIn.loginError();
  if (text !== null) return { text, severity: 'error' };
  if (passwordReset) return { text: messages.passwordReset, severity: 'success' };
  const ended = !keepSession && storedSignIn.refreshToken() !== null;
  return ended ? { text: messages.loggedOut, severity: 'warning' } : null;
}
