import { useId, type ReactNode } from 'react';
import styles from './account-page.module.css';

/** A section of the account page. */
export function AccountSection({
  title,
  beside,
  children,
}: {
  title: string;
  beside?: ReactNode;
  children: ReactNode;
}) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <div className={styles.head}>
        <h2 id={headingId}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
