import { useCallback, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { SignInGuard } from '../../features/sign-in/components/sign-in-guard.js';
import { framesMessages as messages } from '../frames.messages.js';
import { paths } from '../paths.js';
import type { RefusalState } from '../routes/error-routes.js';
import { useToLogin } from '../use-to-login.js';

interface PageGuardProps {
  /** Roles that are allowed to see the page; all signed-in users by default. */
  allow?: readonly Role[] | undefined;
  children: ReactNode;
}

/** Redirects visitors without a session to the login page and back, and other roles to /unauthorized. */
export function PageGuard({ allow, children }: PageGuardProps) {
  const navigate = useNavigate();
  const toLogin = useToLogin();
  const onSignedOut = useCallback(() => toLogin(), [toLogin]);
  const onDenied = useCallback(() => {
    const state: RefusalState = { text: messages.roleDenied, code: 403, help: messages.roleDeniedHelp };
    void navigate(paths.unauthorized.to(), { state, replace: true });
  }, [navigate]);
  return (
    <SignInGuard allow={allow} onSignedOut={onSignedOut} onDenied={onDenied}>
      {children}
    </SignInGuard>
  );
}
