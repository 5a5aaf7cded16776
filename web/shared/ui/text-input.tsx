import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import styles from './text-input.module.css';

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id'> {
  label: string;
  value: string;
  /** What is wrong with the value. */
  error?: string | undefined;
  hint?: ReactNode;
  onChange: (value: string) => void;
}

/** A labelled input with its message, as the dropdown beside it looks. */
export function TextInput({ label, error, hint, onChange, ...input }: TextInputProps) {
  const id = useId();
  const message = error ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={error !== undefined}
        aria-describedby={message === undefined ? undefined : `${id}-message`}
        onChange={({ target }) => onChange(target.value)}
      />
      {message !== undefined && (
        <p id={`${id}-message`} className={styles.message} data-error={error !== undefined}>
          {message}
        </p>
      )}
    </div>
  );
}
