import type { ReactNode } from 'react';
import styles from './empty-note.module.css';

/** Empty state: says that nothing is here and what to do. */
export function EmptyNote({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.note}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}
