import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useFirstRole } from '../../features/sign-in/use-signed-in.js';
import { Loading } from '../../shared/ui/loading.js';
import { ADMIN_ROLES } from '../landing.js';
import { adminSectionsOf } from './admin-sections.js';
import styles from './admin-layout.module.css';
import { SidebarLink } from './sidebar-link.js';
import { StaffFrame } from './staff-frame.js';

export default function AdminLayout() {
  return (
    <StaffFrame allow={ADMIN_ROLES} title="Admin" sidebar={<AdminSidebar />}>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </StaffFrame>
  );
}

function AdminSidebar() {
  return (
    <nav aria-label="Admin sections" className={styles.sections}>
      {adminSectionsOf(useFirstRole()).map(({ label, to }) => (
        <SidebarLink key={to} to={to}>
          {label}
        </SidebarLink>
      ))}
    </nav>
  );
}
