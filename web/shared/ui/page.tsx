import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** On the line of the title, at its end. */
  beside?: ReactNode;
  /** For what the page gives its content besides its own layout. */
  className?: string | undefined;
  children: ReactNode;
}

/** A page of the staff area: title, then content. */
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
