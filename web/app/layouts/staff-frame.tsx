import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { PageFooter } from '../../shared/ui/page-footer.js';
import { SkipLinks } from '../../shared/ui/skip-links.js';
import { AppBar } from './app-bar.js';
import { OwnResultsClass } from './own-results-class.js';
import { PageGuard } from './page-guard.js';
import { SidebarToggle } from './sidebar-toggle.js';
import styles from './staff-frame.module.css';

const CONTENT_ID = 'content';
const SIDEBAR_ID = 'sidebar';

interface StaffFrameProps {
  allow: readonly Role[];
  /** Heading of the sidebar. */
  title: string;
  sidebar: ReactNode;
  children: ReactNode;
}

/** The layout of admin and instructor pages: top bar and sidebar. On narrow screens the sidebar is collapsed. */
export function StaffFrame({ allow, title, sidebar, children }: StaffFrameProps) {
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const [isOpen, setOpen] = useState(false);
  // A new page starts at its top, with the sidebar collapsed.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (content.current) content.current.scrollTop = 0;
    setOpen(false);
  }, [pathname]);
  return (
    <PageGuard allow={allow}>
      <div className={styles.frame}>
        <SkipLinks contentId={CONTENT_ID} />
        <AppBar start={<SidebarToggle sidebarId={SIDEBAR_ID} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />} />
        <aside
          id={SIDEBAR_ID}
          className={styles.sidebar}
          data-open={isOpen || undefined}
          aria-label={title}
          data-screen-only
        >
          <h2 className={styles.title}>{title}</h2>
          <div className={styles.beside}>
            {sidebar}
            <OwnResultsClass />
          </div>
          <div className={styles.foot}>
            <PageFooter />
          </div>
        </aside>
        <main ref={content} id={CONTENT_ID} tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>
    </PageGuard>
  );
}
