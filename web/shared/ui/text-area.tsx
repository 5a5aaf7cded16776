import { useId, type ReactNode, type TextareaHTMLAttributes } from 'react';
import styles from './text-input.module.css';

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'id'> {
  label: string;
  value: string;
  /** What is wrong with the value. */
  error?: string | undefined;
  hint?: ReactNode;
  onChange: (value: string) => void;
}

/** A labelled field of several lines, as the inputs beside it look. */
export function TextArea({ label, error, hint, onChange, ...area }: TextAreaProps) {
  const id = useId();
  const message = error ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        className={`${styles.input} ${styles.lines}`}
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
