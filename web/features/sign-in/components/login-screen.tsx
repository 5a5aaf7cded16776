import { useEffect, useState } from 'react';
import type { User } from '../../../../api/contracts/user.contract.js';
import { clientConfig } from '../../../shared/config/client-config.js';
import { storedSession } from '../../../shared/session/stored-session.js';
import { Brand } from '../../../shared/ui/brand.js';
import { PageFooter } from '../../../shared/ui/page-footer.js';
import { loginFailure } from '../login-failure.js';
import { signIn, signOut } from '../sign-in.js';
import { LoginField } from './login-field.js';
import styles from './login-screen.module.css';

interface Notice {
  text: string;
  severity: 'warning' | 'error';
}

interface LoginScreenProps {
  /** The session ended in another tab, which may already hold a new one: leave that alone. */
  keepSession: boolean;
  onSignedIn: (user: User) => void;
}

/** The login screen (product §2); without MUI, so that it is there at once. */
export function LoginScreen({ keepSession, onSignedIn }: LoginScreenProps) {
  const { productName, supportEmail } = clientConfig();
  const [credentials, setCredentials] = useState({ username: '', password: '' });
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  const [notice, setNotice] = useState(() => firstNotice(keepSession));
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    storedSession.forgetLoginError();
    if (!keepSession && storedSession.refreshToken()) void signOut();
  }, [keepSession]);

  function edit(field: 'username' | 'password', value: string): void {
    setCredentials((current) => ({ ...current, [field]: value }));
    setFieldErrors((current) => ({ ...current, [field]: undefined }));
    setNotice((current) => (current?.text.trim() ? current : null));
  }

  async function submit(): Promise<void> {
    setBusy(true);
    setNotice(null);
    setFieldErrors({});
    try {
      onSignedIn(await signIn(credentials.username, credentials.password));
    } catch (error) {
      const { message, fields } = loginFailure(error);
      setNotice({ text: message, severity: 'error' });
      setFieldErrors(fields);
    } finally {
      setCredentials((current) => ({ ...current, password: '' }));
      setBusy(false);
    }
  }

  return (
    <div className={styles.screen}>
      <header className={styles.strip}>
        <Brand />
      </header>
      <main className={styles.main}>
        <form
          className={styles.card}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void submit();
          }}
        >
          <h1>Welcome to {productName}</h1>
          <div role="alert">
            {notice && (
              <p className={styles.notice} data-severity={notice.severity}>
                {notice.text}
              </p>
            )}
          </div>
          <LoginField
            label="Username"
            type="text"
            autoComplete="username"
            value={credentials.username}
            error={fieldErrors.username}
            onChange={(value) => edit('username', value)}
          />
          <LoginField
            label="Password"
            type="password"
            autoComplete="current-password"
            value={credentials.password}
            error={fieldErrors.password}
            onChange={(value) => edit('password', value)}
          />
          <button type="submit" className={styles.submit} aria-disabled={busy}>
            Login
          </button>
          <p className={styles.help}>
            To request an access code, e-mail support (<a href={`mailto:${supportEmail}`}>{supportEmail}</a>).
          </p>
        </form>
      </main>
      <PageFooter />
    </div>
  );
}

function firstNotice(keepSession: boolean): Notice | null {
  const text = storedSession.loginError();
  if (text !== null) return { text, severity: 'error' };
  const ended = !keepSession && storedSession.refreshToken() !== null;
  return ended ? { text: "You've been logged out", severity: 'warning' } : null;
}
