import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { PageFooter } from '../../shared/ui/page-footer.js';
import { AppBar } from './app-bar.js';
import { OwnResultsClass } from './own-results-class.js';
import { PageGuard } from './page-guard.js';
import styles from './staff-frame.module.css';

interface StaffFrameProps {
  allow: readonly Role[];
  /** Title of the sidebar. */
  title: string;
  sidebar: ReactNode;
  children: ReactNode;
}

/** The admin layout of product §2, for admin and instructor paths alike: bar above, sidebar beside. */
export function StaffFrame({ allow, title, sidebar, children }: StaffFrameProps) {
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  // the next page begins at its top
  useEffect(() => {
    if (shown.current !== pathname && content.current) content.current.scrollTop = 0;
    shown.current = pathname;
  }, [pathname]);
  return (
    <PageGuard allow={allow}>
      <div className={styles.frame}>
        <AppBar />
        <aside className={styles.sidebar} aria-label={title} data-screen-only>
          <h2 className={styles.title}>{title}</h2>
          <div className={styles.beside}>
            {sidebar}
            <OwnResultsClass />
          </div>
          <div className={styles.foot}>
            <PageFooter />
          </div>
        </aside>
        <main ref={content} className={styles.content}>
          {children}
        </main>
      </div>
    </PageGuard>
  );
}
