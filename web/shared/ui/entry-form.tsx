import type { ReactNode, RefObject } from 'react';
import { useSendOnce } from '../forms/use-send-once.js';
import styles from './entry-card.module.css';
import { NoticeLine, type Notice } from './notice-line.js';

interface EntryFormProps {
  title: string;
  notice: Notice | null;
  busy: boolean;
  wide?: boolean;
  ref?: RefObject<HTMLFormElement | null>;
  /** Content of the form: a retry with the same values keeps its idempotency key. */
  values: unknown;
  /** Sends the form and shows the outcome. A rejection means only that the outcome may be unknown. */
  onSubmit: (idempotencyKey: string) => Promise<void>;
  children: ReactNode;
}

/** Card with a title, a notice and a form, for the pages before the sign-in. It sends one submission at a time. */
export function EntryForm({ title, notice, busy, wide = false, ref, values, onSubmit, children }: EntryFormProps) {
  const sendOnce = useSendOnce();
  return (
    <form
      ref={ref}
      className={wide ? `${styles.card} ${styles.wide}` : styles.card}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) sendOnce(values, onSubmit).catch(() => {});
      }}
    >
      <h1>{title}</h1>
      <NoticeLine notice={notice} />
      {children}
    </form>
  );
}
