import { useCallback, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { ForgotPasswordForm } from '../../features/password-reset/components/forgot-password-form.js';
import { LoginForm } from '../../features/sign-in/components/login-form.js';
import { isDocumentOf, isDocumentOfHistory, replaceDocument } from '../../shared/load-document.js';
import { storedSignIn } from '../../shared/session/stored-sign-in.js';
import { EntryScreen } from '../../shared/ui/entry-screen.js';
import { appMessages as messages } from '../app.messages.js';
import { landingOf, pagesAhead, rememberLanding } from '../landing.js';
import type { LoginState, PasswordResetState, RegisterState } from '../navigation-state.js';
import { useOpenedByAddress } from '../opened-by-address.js';
import { OwnLanding } from '../own-landing.js';
import { paths } from '../paths.js';

const IDLE_MS = 1500;
const JOIN: RegisterState = { pageType: 'JoinOrganization' };

interface LoginRouteProps {
  /** Loads the files of a page. */
  preload: (path: string) => Promise<void>;
}

/** The login page. Redirects signed-in users to their landing page unless they entered this address. */
export default function LoginRoute({ preload }: LoginRouteProps) {
  const navigate = useNavigate();
  const state = useLocation().state as LoginState | null;
  const [arrivedWith] = useState(state);
  const { next, keepSession = false, passwordReset = false } = arrivedWith ?? {};
  const isByAddress = useOpenedByAddress() && !isDocumentOfHistory();
  const [isLeaving, setLeaving] = useState(
    () => !isByAddress && !keepSession && !arrivedWith?.ended && storedSignIn.isUsable(),
  );
  const [forgot, setForgot] = useState(false);
  useEffect(() => {
    const loadAhead = () => pagesAhead(next).forEach((path) => void preload(path));
    const timer = setTimeout(loadAhead, IDLE_MS);
    return () => clearTimeout(timer);
  }, [preload, next]);
  useEffect(() => {
    const { next: kept, ...saidOnce } = state ?? {};
    // Otherwise the browser would keep the state for every reload.
    if (Object.keys(saidOnce).length > 0)
      void navigate(paths.login.to(), { replace: true, state: kept === undefined ? null : { next: kept } });
  }, [state, navigate]);
  useEffect(() => {
    // A browser restores a page from its back/forward cache without rendering it again.
    const returned = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(storedSignIn.isUsable());
    window.addEventListener('pageshow', returned);
    return () => window.removeEventListener('pageshow', returned);
  }, []);

  const land = useCallback(
    (role: Role | undefined) => {
      const landing = landingOf(role, next);
      rememberLanding(role);
      const { pathname } = new URL(landing, window.location.origin);
      // The game's page has its own security headers, which only a document load applies.
      if (pathname === paths.play.to() && isDocumentOf(pathname) !== true) replaceDocument(landing);
      else void navigate(landing, { replace: true });
    },
    [navigate, next],
  );
  const stay = useCallback(() => setLeaving(false), []);

  function chooseNewPassword(username: string): void {
    const reset: PasswordResetState = { username };
    void navigate(paths.passwordReset.to(), { state: reset });
  }

  if (isLeaving) return <OwnLanding onRole={land} onOver={stay} />;
  return (
    <EntryScreen>
      {forgot ? (
        <ForgotPasswordForm onBack={() => setForgot(false)} />
      ) : (
        <LoginForm
          keepSession={keepSession}
          passwordReset={passwordReset}
          onSignedIn={({ roles }) => land(roles[0])}
          onResetPending={chooseNewPassword}
          onForgot={() => setForgot(true)}
        >
          <Link to={paths.passwordReset.to()}>{messages.needPasswordReset}</Link>
          <Link to={paths.register.to()} state={JOIN}>
            {messages.registerWithCode}
          </Link>
        </LoginForm>
      )}
    </EntryScreen>
  );
}
