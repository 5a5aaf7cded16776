import type { ReactNode } from 'react';
import styles from './welcome.module.css';

/** A title with the next steps. */
export function Welcome({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.welcome}>
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
  );
}
