import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { Role } from '../../../../api/contracts/sign-in.contract.js';
import { storedSignIn } from '../../../shared/session/stored-sign-in.js';
import { Loading } from '../../../shared/ui/loading.js';
import { sessionRolesQuery } from '../api/get-session-roles.js';
import { signInAgainMessages as messages } from '../sign-in-again.messages.js';

interface SessionGuardProps {
  /** Roles with access; without it, every signed-in user has access. */
  allow?: readonly Role[] | undefined;
  onSignedOut: () => void;
  onDenied: () => void;
  children: ReactNode;
}

/** Renders its content only for a signed-in user with one of the roles (docs/rules.md#areas-and-sections). */
export function SignInGuard({ allow, onSignedOut, onDenied, children }: SessionGuardProps) {
  // Read only once: a later sign-out opens the login itself, without "You must log in first".
  const [stored] = useState(() => storedSignIn.refreshToken() !== null);
  const { data: roles } = useQuery({ ...sessionRolesQuery(), enabled: stored });
  const allowed = roles && (!allow || roles.some((role) => allow.includes(role)));

  useEffect(() => {
    if (!stored) {
      storedSignIn.leaveLoginError(messages.logInFirst);
      onSignedOut();
    } else if (allowed === false) onDenied();
  }, [stored, allowed, onSignedOut, onDenied]);

  return allowed ? children : <Loading />;
}
