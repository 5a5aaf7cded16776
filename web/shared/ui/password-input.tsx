import { useState, type InputHTMLAttributes } from 'react';
import { entryMessages } from '../entry.messages.js';
import { FieldFrame, type FieldProps } from './field-frame.js';
import fieldStyles from './field-frame.module.css';
import styles from './password-input.module.css';

type PasswordInputProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type' | 'className' | keyof FieldProps>;

/** Password field with a button that shows the typed text. */
export function PasswordInput({ label, error, hint, onChange, ...input }: PasswordInputProps) {
  const messages = entryMessages.password;
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ties) => (
        <div className={styles.frame}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...ties}
            type={isShown ? 'text' : 'password'}
            className={`${fieldStyles.input} ${styles.input}`}
            onChange={({ target }) => onChange(target.value)}
          />
          <button type="button" className={styles.toggle} onClick={() => setShown(!isShown)}>
            {isShown ? messages.hide() : messages.show()}
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
