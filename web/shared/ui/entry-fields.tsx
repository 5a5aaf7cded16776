import { memo, useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { entryMessages } from '../entry.messages.js';
import styles from './entry-fields.module.css';

export interface FieldProps {
  label: string;
  value: string;
  /** Validation message. */
  error?: string | undefined;
  hint?: ReactNode;
  onChange: (value: string) => void;
}

interface FieldFrameProps extends Pick<FieldProps, 'label' | 'error' | 'hint'> {
  /** Renders the control with the attributes that link it to its label and message. */
  children: (ties: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode;
}

/** The label above a field and the message below it. */
function FieldFrame({ label, error, hint, children }: FieldFrameProps) {
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

type EntryInputProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | keyof FieldProps> & {
    ref?: Ref<HTMLInputElement>;
  };

/** Labelled input of the pages before the sign-in, which load without MUI. */
export function EntryInput({ label, error, hint, onChange, ...input }: EntryInputProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ties) => (
        <input {...input} {...ties} className={styles.input} onChange={({ target }) => onChange(target.value)} />
      )}
    </FieldFrame>
  );
}

type PasswordInputProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type' | 'className' | keyof FieldProps>;

/** Password field with a button that shows the typed text. */
export function PasswordInput({ label, error, hint, onChange, ...input }: PasswordInputProps) {
  const messages = entryMessages.password;
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ties) => (
        <div className={styles.password}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...ties}
            type={isShown ? 'text' : 'password'}
            className={styles.input}
            onChange={({ target }) => onChange(target.value)}
          />
          <button type="button" onClick={() => setShown(!isShown)}>
            {isShown ? messages.hide() : messages.show()}
          </button>
        </div>
      )}
    </FieldFrame>
  );
}

export interface SelectOption {
  value: string;
  text: string;
}

interface EntrySelectProps extends FieldProps {
  options: readonly SelectOption[];
}

/** Labelled dropdown of the pages before the sign-in. */
export function EntrySelect({ label, error, hint, options, value, onChange }: EntrySelectProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ties) => (
        <select
          {...ties}
          value={value}
          disabled={options.length === 0}
          className={`${styles.input} ${styles.select}`}
          onChange={({ target }) => onChange(target.value)}
        >
          <Options options={options} />
        </select>
      )}
    </FieldFrame>
  );
}

/** The options of a dropdown. Memoized, because a list of countries has hundreds and the form renders on each keystroke. */
export const Options = memo(function Options({ options }: { options: readonly SelectOption[] }) {
  return options.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
});
