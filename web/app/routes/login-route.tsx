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

export default function LoginRoute() {
  const navigate = useNavigate();
  const state = useLocation().state as LoginState | null;

  function land(user: User): void {
    const landing = landingOf(user.roles[0]);
    // the viewer's page has security headers of its own, which only a document load brings
    if (landing === paths.play.to()) loadDocument(landing);
    else void navigate(landing);
  }
  return <LoginScreen keepSession={state?.keepSession ?? false} onSignedIn={land} />;
}
