import type { ReactNode } from 'react';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { PageFooter } from '../../shared/ui/page-footer.js';
import { SkipLinks } from '../../shared/ui/skip-links.js';
import { PageGuard } from './page-guard.js';
import styles from './plain-frame.module.css';

const CONTENT_ID = 'content';

interface PlainFrameProps {
  allow?: readonly Role[];
  /** Fills the window and scrolls inside, instead of growing above a footer. */
  fill?: boolean;
  /** Content above the page, over the whole width. */
  above?: ReactNode;
  children: ReactNode;
}

/** The layout of standalone pages for signed-in users. */
export function PlainFrame({ allow, fill = false, above, children }: PlainFrameProps) {
  return (
    <PageGuard allow={allow}>
      <SkipLinks contentId={CONTENT_ID} />
      {above}
      <main id={CONTENT_ID} tabIndex={-1} className={fill ? styles.filled : styles.plain}>
        {children}
      </main>
      {!fill && <PageFooter />}
    </PageGuard>
  );
}
