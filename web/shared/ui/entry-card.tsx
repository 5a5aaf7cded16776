import type { ReactNode } from 'react';
import styles from './entry-card.module.css';

/** The card of {@link EntryForm} for pages with only a message. */
export function EntryCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.card}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
