import { Outlet } from 'react-router-dom';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { PageGuard } from './page-guard.js';

const SYSTEM_ADMIN: readonly Role[] = ['SystemAdmin'];

/** The admin pages that an organization admin does not have (product §6). */
export default function SystemAdminOnly() {
  return (
    <PageGuard allow={SYSTEM_ADMIN}>
      <Outlet />
    </PageGuard>
  );
}
