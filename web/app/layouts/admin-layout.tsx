import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useFirstRole } from '../../features/sign-in/use-signed-in.js';
import { Loading } from '../../shared/ui/loading.js';
import { appMessages } from '../app.messages.js';
import { framesMessages } from '../frames.messages.js';
import { ADMIN_ROLES } from '../landing.js';
import { paths } from '../paths.js';
import { adminSectionsOf } from './admin-sections.js';
import styles from './admin-layout.module.css';
import { SidebarLink } from './sidebar-link.js';
import { StaffFrame } from './staff-frame.js';

export default function AdminLayout() {
  return (
    <StaffFrame allow={ADMIN_ROLES} title={framesMessages.admin} sidebar={<AdminSidebar />}>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </StaffFrame>
  );
}

function AdminSidebar() {
  return (
    <nav aria-label={framesMessages.adminSections} className={styles.sections}>
      {adminSectionsOf(useFirstRole()).map(({ page }) => (
        <SidebarLink key={page} to={paths[page].to()}>
          {appMessages.pages[page]}
        </SidebarLink>
      ))}
    </nav>
  );
}
