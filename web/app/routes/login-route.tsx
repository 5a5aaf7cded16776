import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { User } from '../../../api/contracts/user.contract.js';
import { ForgotPasswordForm } from '../../features/password-reset/components/forgot-password-form.js';
import { LoginForm } from '../../features/sign-in/components/login-form.js';
import { loadDocument } from '../../shared/load-document.js';
import { EntryScreen } from '../../shared/ui/entry-screen.js';
import { landingOf } from '../landing.js';
import type { LoginState, PasswordResetState, RegisterState } from '../navigation-state.js';
import { paths } from '../paths.js';

const IDLE_MS = 1500;
const JOIN: RegisterState = { pageType: 'JoinOrganization' };

/** Fetches what every page behind the login shares while somebody types a password. */
function loadShellWhenIdle(): () => void {
  const timer = setTimeout(() => void import('../layouts/signed-in.js').catch(() => {}), IDLE_MS);
  return () => clearTimeout(timer);
}

export default function LoginRoute() {
  const navigate = useNavigate();
  const state = useLocation().state as LoginState | null;
  const [arrivedWith] = useState(state);
  const [forgot, setForgot] = useState(false);

  useEffect(loadShellWhenIdle, []);
  useEffect(() => {
    // said once: the browser would keep it for every reload
    if (state) void navigate(paths.login.to(), { replace: true, state: null });
  }, [state, navigate]);

  function land(user: User): void {
    const landing = landingOf(user.roles[0]);
    // the viewer's page has security headers of its own, which only a document load brings
    if (landing === paths.play.to()) loadDocument(landing);
    else void navigate(landing);
  }

  function chooseNewPassword(username: string): void {
    const next: PasswordResetState = { username };
    void navigate(paths.passwordReset.to(), { state: next });
  }

  return (
    <EntryScreen>
      {forgot ? (
        <ForgotPasswordForm onBack={() => setForgot(false)} />
      ) : (
        <LoginForm
          keepSession={arrivedWith?.keepSession ?? false}
          passwordReset={arrivedWith?.passwordReset ?? false}
          onSignedIn={land}
          onResetPending={chooseNewPassword}
          onForgot={() => setForgot(true)}
        >
          <Link to={paths.passwordReset.to()}>Need reset password?</Link>
          <Link to={paths.register.to()} state={JOIN}>
            Register with access code
          </Link>
        </LoginForm>
      )}
    </EntryScreen>
  );
}
