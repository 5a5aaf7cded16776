import { useId, type ReactNode, type RefObject } from 'react';
import { entryMessages as messages } from '../entry.messages.js';
import styles from './plain-dialog.module.css';

interface PlainDialogProps {
  /** Opens the dialog with `showModal()`. */
  ref: RefObject<HTMLDialogElement | null>;
  title: string;
  onClose?: () => void;
  children: ReactNode;
}

/** Dialog with text and a close button. Native <dialog>, because the pages before the sign-in use it too. */
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
