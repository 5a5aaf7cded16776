import type { ReactNode } from 'react';
import { entryMessages as messages } from '../entry.messages.js';
import styles from './notice-page.module.css';

interface NoticePageProps {
  title: string;
  code?: number | undefined;
  help: string;
  children?: ReactNode;
}

/** A page with a single message, such as an error or a refusal. */
export function NoticePage({ title, code, help, children }: NoticePageProps) {
  return (
    <main className={styles.page}>
      <div className={styles.panel}>
        {code !== undefined && <p className={`label ${styles.code}`}>{messages.code(code)}</p>}
        <h1>{title}</h1>
        <p className={styles.help}>{help}</p>
        {children}
      </div>
    </main>
  );
}
