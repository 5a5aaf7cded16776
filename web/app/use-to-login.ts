import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LoginState } from './navigation-state.js';
import { paths } from './paths.js';

/** Returns a function that replaces the shown page with the login page, which returns to it after the sign-in. */
export function useToLogin(): (state?: LoginState) => void {
  const navigate = useNavigate();
  return useCallback(
    (state) => {
      const { pathname, search, hash } = window.location;
      const next: LoginState = { ...state, next: `${pathname}${search}${hash}` };
      void navigate(paths.login.to(), { replace: true, state: next });
    },
    [navigate],
  );
}
