import type { TextareaHTMLAttributes, Ref } from 'react';
import { FieldFrame, type FieldProps } from './field-frame.js';
import styles from './field-frame.module.css';

type TextAreaProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | keyof FieldProps> & {
    ref?: Ref<HTMLTextAreaElement>;
  };

/** A labelled field of several lines, as the inputs beside it look. */
export function TextArea({ label, error, hint, onChange, ...area }: TextAreaProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ties) => (
        <textarea
          {...area}
          {...ties}
          className={`${styles.input} ${styles.lines}`}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FieldFrame>
  );
}
