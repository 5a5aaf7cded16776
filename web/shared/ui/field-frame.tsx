import { useId, type ReactNode } from 'react';
import styles from './field-frame.module.css';

export interface FieldProps {
  label: string;
  value: string;
  /** What is wrong with the value. */
  error?: string | undefined;
  hint?: ReactNode;
  onChange: (value: string) => void;
}

interface FieldFrameProps extends Pick<FieldProps, 'label' | 'error' | 'hint'> {
  /** Draws the element, with what ties it to its label and its message. */
  children: (ties: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode;
}

/** The label above a field and the message below it. */
export function FieldFrame({ label, error, hint, children }: FieldFrameProps) {
  const id = useId();
  const message = error ?? hint;
  const messageId = message === undefined ? undefined : `${id}-message`;
  return (
    <div className={styles.field} data-screen-only>
      <label htmlFor={id} className="label">
        {label}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': messageId })}
      {message !== undefined && (
        <p id={messageId} className={styles.message} data-error={error !== undefined}>
          {message}
        </p>
      )}
    </div>
  );
}
