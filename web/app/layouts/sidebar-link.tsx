import { NavLink } from 'react-router-dom';
import styles from './sidebar-link.module.css';

/** A sidebar entry, marked while its page is shown. */
export function SidebarLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink to={to} className={styles.link}>
      {children}
    </NavLink>
  );
}
