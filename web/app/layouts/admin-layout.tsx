import { Outlet } from 'react-router-dom';
import { ADMIN_ROLES } from '../landing.js';
import { StaffFrame } from './staff-frame.js';

export default function AdminLayout() {
  return (
    <StaffFrame allow={ADMIN_ROLES} title="Admin">
      <Outlet />
    </StaffFrame>
  );
}
