import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../shared/api-client/api.js';
import type { LoginState } from './navigation-state.js';
import { paths } from './paths.js';

const ENDED: LoginState = { ended: true };

/**
 * Redirects after refused requests: 401 to /, 403 to /forbidden, 404 to /not-found, 500 and above to /server-error
 * (docs/rules.md#redirects-of-refused-requests).
 */
export function RefusalRedirect() {
  const navigate = useNavigate();
  useEffect(
    () =>
      api.onRefused((status) => {
        if (status === 401) {
          // Other requests may fail after the first one has redirected to the login page, which already shows the reason.
          if (window.location.pathname !== paths.login.to()) void navigate(paths.login.to(), { state: ENDED });
          return;
        }
        const target = pageOf(status);
        if (target) void navigate(target);
      }),
    [navigate],
  );
  return null;
}

function pageOf(status: number): string | null {
  if (status === 403) return paths.forbidden.to();
  if (status === 404) return paths.notFound.to();
  return status >= 500 ? paths.serverError.to() : null;
}
