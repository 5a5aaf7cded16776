import { useEffect, useRef } from 'react';
import { NavLink, useMatch } from 'react-router-dom';
import styles from './sidebar-link.module.css';

/** An entry of a sidebar, marked while its page is shown. */
export function SidebarLink({ to, children }: { to: string; children: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  const isShown = useMatch({ path: to, end: false }) !== null;
  // on a narrow screen the entries are one line, which may be longer than the screen is wide
  useEffect(() => {
    if (isShown) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isShown]);
  return (
    <NavLink ref={link} to={to} className={styles.link}>
      {children}
    </NavLink>
  );
}
