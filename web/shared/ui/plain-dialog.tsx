import { useId, type ReactNode, type RefObject } from 'react';
import { entryMessages as messages } from '../entry.messages.js';
import styles from './plain-dialog.module.css';

interface PlainDialogProps {
  /** To open it: `showModal()`. */
  ref: RefObject<HTMLDialogElement | null>;
  title: string;
  onClose?: () => void;
  children: ReactNode;
}

/** Something to read and to close; the browser's own <dialog>, because the pages before the sign-in have it too. */
export function PlainDialog({ ref, title, onClose, children }: PlainDialogProps) {
  const titleId = useId();
  return (
    <dialog ref={ref} className={styles.dialog} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
      <button type="button" className={styles.close} onClick={() => ref.current?.close()}>
        {messages.close}
      </button>
    </dialog>
  );
}
