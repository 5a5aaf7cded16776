import { useId } from 'react';
import styles from './choice-field.module.css';

interface ChoiceFieldProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; text: string }[];
  /** What is wrong with the choice. */
  error?: string | undefined;
  onChange: (value: Value) => void;
}

/** A few choices, all in sight: the browser's own radio buttons. */
export function ChoiceField<Value extends string>({ label, value, choices, error, onChange }: ChoiceFieldProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choices} aria-describedby={error && `${name}-error`}>
      <legend className="label">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            className={styles.dot}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.text}
        </label>
      ))}
      {error && (
        <p id={`${name}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
