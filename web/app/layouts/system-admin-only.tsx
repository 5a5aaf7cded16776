import { Outlet, useNavigate } from 'react-router-dom';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { SessionGuard } from '../../features/sign-in/components/session-guard.js';
import { paths } from '../paths.js';
import { ROLE_DENIED } from '../routes/error-routes.js';

const SYSTEM_ADMIN: readonly Role[] = ['SystemAdmin'];

/** The admin pages that an organization admin does not have (product §6). */
export default function SystemAdminOnly() {
  const navigate = useNavigate();
  return (
    <SessionGuard
      allow={SYSTEM_ADMIN}
      onSignedOut={() => void navigate(paths.login.to())}
      onDenied={() => void navigate(paths.unauthorized.to(), { state: ROLE_DENIED, replace: true })}
    >
      <Outlet />
    </SessionGuard>
  );
}
