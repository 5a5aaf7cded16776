import type { ReactNode, RefObject } from 'react';
import styles from './entry-card.module.css';
import { NoticeLine, type Notice } from './notice-line.js';

interface EntryFormProps {
  title: string;
  notice: Notice | null;
  busy: boolean;
  wide?: boolean;
  ref?: RefObject<HTMLFormElement | null>;
  onSubmit: () => void;
  children: ReactNode;
}

/** A card with a title, what went well or wrong, and a form; while it is busy, nothing is sent twice. */
export function EntryForm({ title, notice, busy, wide = false, ref, onSubmit, children }: EntryFormProps) {
  return (
    <form
      ref={ref}
      className={wide ? `${styles.card} ${styles.wide}` : styles.card}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      <h1>{title}</h1>
      <NoticeLine notice={notice} />
      {children}
    </form>
  );
}
