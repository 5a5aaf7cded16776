import { Outlet } from 'react-router-dom';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { PageGuard } from './page-guard.js';

const SYSTEM_ADMIN: readonly Role[] = ['SystemAdmin'];

/** Guards admin pages that are hidden from organization admins (docs/rules.md#areas-and-sections). */
export default function SystemAdminOnly() {
  return (
    <PageGuard allow={SYSTEM_ADMIN}>
      <Outlet />
    </PageGuard>
  );
}
