import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { User } from '../../../api/contracts/user.contract.js';
import { LoginScreen } from '../../features/sign-in/components/login-screen.js';
import { loadDocument } from '../../shared/load-document.js';
import { landingOf } from '../landing.js';
import { paths } from '../paths.js';

/** Navigation state that leads to the login screen. */
export interface LoginState {
  keepSession?: boolean;
}

const IDLE_MS = 1500;

/** Fetches what every page behind the login shares while somebody types a password. */
function loadShellWhenIdle(): () => void {
  const timer = setTimeout(() => void import('../layouts/signed-in.js').catch(() => {}), IDLE_MS);
  return () => clearTimeout(timer);
}

export default function LoginRoute() {
  const navigate = useNavigate();
  const state = useLocation().state as LoginState | null;

  useEffect(loadShellWhenIdle, []);

  function land(user: User): void {
    const landing = landingOf(user.roles[0]);
    // the viewer's page has security headers of its own, which only a document load brings
    if (landing === paths.play.to()) loadDocument(landing);
    else void navigate(landing);
  }
  return <LoginScreen keepSession={state?.keepSession ?? false} onSignedIn={land} />;
}
