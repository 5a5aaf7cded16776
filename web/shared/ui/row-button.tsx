import styles from './row-button.module.css';

interface RowButtonProps {
  /** Begins with the text and says of what, for screen readers. */
  label: string;
  onClick: () => void;
  children: string;
}

/** A button of a row with its text. Free of MUI: a page shows some hundreds of them. */
export function RowButton({ label, onClick, children }: RowButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} onClick={onClick} data-screen-only>
      {children}
    </button>
  );
}
