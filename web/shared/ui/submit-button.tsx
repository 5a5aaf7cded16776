import styles from './submit-button.module.css';

interface SubmitButtonProps {
  busy: boolean;
  /** What the button reads. */
  children: string;
}

/** The one button of an entry form; off while the form is busy. */
export function SubmitButton({ busy, children }: SubmitButtonProps) {
  return (
    <button type="submit" className={styles.submit} disabled={busy}>
      {children}
    </button>
  );
}
