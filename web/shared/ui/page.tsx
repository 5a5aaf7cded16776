import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** Shown at the end of the title line. */
  beside?: ReactNode;
  /** For styles that the page adds to its layout. */
  className?: string | undefined;
  children: ReactNode;
}

/** Page of the staff area: title, then content. */
export function Page({ title, beside, className = '', children }: PageProps) {
  return (
    <div className={`${styles.page} ${className}`}>
      <header className={styles.header}>
        <h1>{title}</h1>
        {beside}
      </header>
      {children}
    </div>
  );
}
