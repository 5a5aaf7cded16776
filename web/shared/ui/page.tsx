import type { ReactNode } from 'react';
import styles from './page.module.css';

/** A page of the staff area: title, then content. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
