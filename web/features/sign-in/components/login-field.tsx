import { useId } from 'react';
import styles from './login-screen.module.css';

interface LoginFieldProps {
  label: string;
  type: 'text' | 'password';
  autoComplete: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A labelled input with its message. */
export function LoginField({ label, error, onChange, ...input }: LoginFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.fieldError}>
          {error}
        </p>
      )}
    </div>
  );
}
