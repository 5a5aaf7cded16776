import type { InputHTMLAttributes, Ref } from 'react';
import { FieldFrame, type FieldProps } from './field-frame.js';
import styles from './field-frame.module.css';

type TextInputProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | keyof FieldProps> & {
    ref?: Ref<HTMLInputElement>;
  };

/** A labelled input with its message, as the dropdown beside it looks. */
export function TextInput({ label, error, hint, onChange, ...input }: TextInputProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ties) => (
        <input {...input} {...ties} className={styles.input} onChange={({ target }) => onChange(target.value)} />
      )}
    </FieldFrame>
  );
}
