import { useId, type ReactNode } from 'react';
import styles from './check-field.module.css';

interface CheckFieldProps {
  label: string;
  checked: boolean;
  /** What checking it means. */
  hint?: ReactNode;
  onChange: (checked: boolean) => void;
}

/** A labelled checkbox, the browser's own. */
export function CheckField({ label, checked, hint, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={styles.field} data-screen-only>
      <input
        id={id}
        type="checkbox"
        className={styles.box}
        checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
