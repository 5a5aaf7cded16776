import styles from './submit-button.module.css';

interface SubmitButtonProps {
  busy: boolean;
  /** Label of the button. */
  children: string;
}

/** Submit button of an entry form; disabled while the form is busy. */
export function SubmitButton({ busy, children }: SubmitButtonProps) {
  return (
    <button type="submit" className={styles.submit} disabled={busy}>
      {children}
    </button>
  );
}
