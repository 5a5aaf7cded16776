import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { SessionGuard } from '../../features/sign-in/components/session-guard.js';
import { PageFooter } from '../../shared/ui/page-footer.js';
import { paths } from '../paths.js';
import { ROLE_DENIED } from '../routes/error-routes.js';
import styles from './plain-frame.module.css';

interface PlainFrameProps {
  allow?: readonly Role[];
  /** Fills the window and scrolls inside, instead of growing with a footer below. */
  fill?: boolean;
  /** Over the whole width, above the page. */
  above?: ReactNode;
  children: ReactNode;
}

/** The plain layout: a page of its own, for signed-in users. */
export function PlainFrame({ allow, fill = false, above, children }: PlainFrameProps) {
  const navigate = useNavigate();
  return (
    <SessionGuard
      {...(allow && { allow })}
      onSignedOut={() => void navigate(paths.login.to())}
      onDenied={() => void navigate(paths.unauthorized.to(), { state: ROLE_DENIED, replace: true })}
    >
      {above}
      <main className={fill ? styles.filled : styles.plain}>{children}</main>
      {!fill && <PageFooter />}
    </SessionGuard>
  );
}
