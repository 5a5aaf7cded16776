import type { ReactNode } from 'react';
import { Brand } from './brand.js';
import styles from './entry-screen.module.css';
import { PageFooter } from './page-footer.js';

/** Frame of the pages before the sign-in; without MUI, so that they load fast. */
export function EntryScreen({ children }: { children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <header className={styles.strip}>
        <Brand />
      </header>
      <main className={styles.main}>{children}</main>
      <PageFooter />
    </div>
  );
}
